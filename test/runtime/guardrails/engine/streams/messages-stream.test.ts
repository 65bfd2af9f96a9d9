// A native stream of Anthropic's Messages, under guards that hold it or would evaluate it in windows.
import { describe, expect, it } from 'vitest'
import { claudeStream } from '../../../../support/claude.ts'
import { createHarness } from '../../../../support/harness.ts'
import { forbids, removes, STUBS, USED } from '../../stub-guards.ts'

const message = (...words: readonly string[]): readonly string[] =>
  claudeStream(
    { type: 'text', text: '' },
    words.map(text => ({ type: 'text_delta', text })),
  )
const BODY = {
  model: 'claude',
  max_tokens: 10,
  stream: true,
  messages: [{ role: 'user', content: 'Hello' }],
}
const ask = async (guard: object, events: readonly string[], end: 'well' | 'cut' = 'well') => {
  const { call } = createHarness({
    configs: { c: { provider: '@claude', output_guardrails: [{ id: 'g', ...guard }] } },
    checks: STUBS,
    script: [{ events, end }],
  })
  return await call({ path: '/messages', headers: USED, body: BODY })
}

describe.each(['hold', 'window'])('A stream of messages under "%s"', stream => {
  const denies = { deny: true, stream, ...forbids('bad') }

  it('is denied as a whole, although the word was split over events', async () => {
    const reply = await ask(denies, message('so b', 'ad. ', 'More.'))
    expect([reply.status, reply.headers['content-type']]).toEqual([446, 'application/json'])
    expect(reply.text).not.toContain('so b')
  })

  it('is forwarded byte for byte when it passes', async () => {
    const events = message('so ', 'good. ', 'More.')
    const reply = await ask(denies, events)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(reply.text).toBe(events.join(''))
  })

  it('that is truncated is a failure', async () => {
    expect((await ask(denies, message('so ').slice(0, 3), 'cut')).status).toBe(502)
  })
})

it('A stream of messages that a guard rewrote is encoded again', async () => {
  const reply = await ask({ ...removes('bad'), stream: 'hold' }, message('so b', 'ad'))
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('so ***')
  expect(reply.events.map(text => (JSON.parse(text) as { type: string }).type).at(-1)).toBe('message_stop')
})
