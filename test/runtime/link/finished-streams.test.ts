// A stream that ends cleanly after a chunk with a finish reason is complete, with or without [DONE].
import { expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'

const BODY = { model: 'gpt-6-sol', stream: true, messages: [{ role: 'user', content: 'Hello' }] }

async function streamed(events: readonly string[]) {
  const here = createHarness({ script: [{ events }] })
  const reply = await here.call({ headers: { 'x-gateway-provider': '@main' }, body: BODY })
  return { text: reply.text, isBroken: reply.text.includes('"error"') }
}

const START = chunk({ role: 'assistant', content: 'Hi' })

test('[DONE] is appended once', async () => {
  for (const events of [
    [START, chunk({}, 'stop')],
    [START, chunk({}, 'stop'), DONE],
  ]) {
    const { text, isBroken } = await streamed(events)
    expect([isBroken, text.split('[DONE]').length - 1]).toEqual([false, 1])
  }
})

test('without a finish reason it is truncated, also if a text mentions one', async () => {
  for (const events of [[START], [chunk({ role: 'assistant', content: '"finish_reason":"stop"' })]]) {
    const { text, isBroken } = await streamed(events)
    expect([isBroken, text.includes('[DONE]')]).toEqual([true, false])
  }
})
