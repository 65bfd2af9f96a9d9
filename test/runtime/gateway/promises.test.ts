// How many promises a plain call makes until its provider is called: each costs a turn of the microtask queue.
import { promiseHooks } from 'node:v8'
import { expect, test } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const REPLY = { status: 200, body: completion('Hi') }
const BODY = new TextEncoder().encode('{"model":"gpt-6-sol","messages":[{"role":"user","content":"Hello"}]}')

test('a plain call makes one promise until its provider is called', async () => {
  const { gateway } = createHarness({
    configs: { chat: { provider: 'openai', api_key: '${env:KEY}' } },
    environment: { KEY: 'provider-key' },
    script: [REPLY, REPLY],
  })
  const served = async (): Promise<number> => {
    const admitted = gateway.admit({
      method: 'POST',
      path: '/chat/completions',
      pathname: '/v1/chat/completions',
      headers: ['content-type', 'application/json', 'x-gateway-config', 'chat'],
    })
    if ('refused' in admitted) throw new Error(admitted.refused.message)
    let promises = 0
    const stop = promiseHooks.onInit(() => {
      promises += 1
    })
    const { reply } = gateway.begin(admitted, BODY, createCancellation())
    stop()
    expect((await reply).status).toBe(200)
    return promises
  }
  await served()
  expect(await served()).toBe(1)
})
