// Work of a key that keeps the thread busy waits for turns of the event loop, in which calls of other keys are served.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { startControl } from '../../support/control-harness.ts'
import { createHarness } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`
const KEYS = ['first', 'second'].map(id => ({ id, hash: hashOf(`${id}-key`) }))
const GUARD = { 'default.contains': { operator: 'none', words: ['secret'] }, deny: true }

/** The turns that one call takes, as owner and bytes, where `fits` says whether little is done. */
async function turnsOf(config: object, fits: boolean, key = 'first') {
  const waits: (readonly [owner: string | undefined, bytes: number | undefined])[] = []
  const { call } = createHarness({
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } }, api_keys: KEYS },
    environment: { KEY: 'key' },
    configs: { chat: config },
    script: [{ status: 200, body: completion('Hi') }],
    turns: {
      nextTurn: (action, owner, bytes) => {
        waits.push([owner, bytes])
        setImmediate(action)
      },
      fitsTurn: () => fits,
    },
  })
  const headers = { 'x-gateway-api-key': `${key}-key`, 'x-gateway-config': 'chat' }
  const { status } = await call({ headers, body: CHAT })
  expect(status).toBe(200)
  return waits
}

const REQUEST = JSON.stringify(CHAT).length
const REPLY = JSON.stringify(completion('Hi')).length

it.each<readonly [string, object, readonly number[]]>([
  ['without guards waits for none', {}, []],
  ['whose request is checked waits for one', { input_guardrails: [GUARD] }, [REQUEST]],
  ['whose reply is checked waits for one', { output_guardrails: [GUARD] }, [REPLY]],
  ['whose both are, for each', { input_guardrails: [GUARD], output_guardrails: [GUARD] }, [REQUEST, REPLY]],
])('A call %s, of its own key', async (_title, guards, bytes) => {
  const config = { provider: '@main', ...guards }
  expect(await turnsOf(config, false)).toEqual(bytes.map(each => ['first', each]))
  expect(await turnsOf(config, false, 'second')).toEqual(bytes.map(each => ['second', each]))
  expect(await turnsOf(config, true)).toEqual([])
})

it('What is written to the control plane is compiled in turns of the caller, and what is only read needs none', async () => {
  const control = await startControl()
  const owners: (string | undefined)[] = []
  const nextTurn = (action: () => void, owner?: string): void => {
    owners.push(owner)
    action()
  }
  Object.assign(control.context, { nextTurn })
  const saved = await control.send('POST', '/configs', {
    workspace_id: 'default',
    name: 'chat',
    config: { provider: 'mock' },
  })
  expect([saved.status, owners.length, typeof owners[0]]).toEqual([200, 1, 'string'])
  expect((await control.send('GET', '/configs')).status).toBe(200)
  expect(owners).toHaveLength(1)
  await control.close()
})
