// Concurrent identical requests make one call, streamed or not, and none waits forever.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { createHarness, type Harness, type HarnessOptions } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import { slowStream } from '../../support/slow-stream.ts'
import { until } from '../../support/until.ts'
import { settle } from '../../support/virtual-clock.ts'

const CACHED = { provider: '@main', cache: { mode: 'simple', max_age: 1000 }, request_timeout: 5000 }
const USED = { 'x-gateway-config': 'c' }
const WHOLE = { model: 'm', messages: [] }
const STREAMED = { ...WHOLE, stream: true }
const USAGE = `data: ${JSON.stringify({ choices: [], usage: { total_tokens: 2 } })}\n\n`
const PIECES = [chunk({ role: 'assistant', content: 'one' }), chunk({ content: ' two' }, 'stop'), USAGE, DONE]

const stageOf = (input: Partial<HarnessOptions>): Harness =>
  createHarness({ configs: { c: CACHED }, ...input })
const ask = (stage: Harness, body: object, more: object = {}) => stage.call({ headers: USED, body, ...more })

describe('Requests during an identical stream', () => {
  it('wait and receive it, streamed or not', async () => {
    const source = slowStream(PIECES)
    const stage = stageOf({ script: [source.step] })
    const first = ask(stage, STREAMED)
    await settle()
    const whole = ask(stage, WHOLE)
    const streamed = ask(stage, STREAMED)
    await settle()
    source.finish()
    const replies = await Promise.all([first, whole, streamed])
    expect(replies.map(({ outcome }) => outcome?.reply.cache)).toEqual(['MISS', 'HIT', 'HIT'])
    expect(replies[1].json).toMatchObject({ choices: [{ message: { content: 'one two' } }] })
    expect(replies[2].events.join('')).toContain('"one two"')
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('make their own call after their request timeout', async () => {
    const source = slowStream(PIECES)
    const stage = stageOf({ script: [source.step, { status: 200, body: completion('own') }] })
    void ask(stage, STREAMED)
    await settle()
    const waiting = ask(stage, WHOLE)
    await stage.clock.advance(4999)
    expect(stage.upstream.sent).toHaveLength(1)
    await stage.clock.advance(1)
    const { outcome, text } = await waiting
    expect([outcome?.reply.cache, text.includes('own')]).toEqual(['MISS', true])
  })

  it('later ones then wait for the new call', async () => {
    const stage = stageOf({
      script: [slowStream(PIECES).step, { status: 200, body: completion('own') }],
    })
    void ask(stage, STREAMED)
    await settle()
    const second = ask(stage, WHOLE)
    await stage.clock.advance(4000)
    const third = ask(stage, WHOLE)
    await stage.clock.advance(1000)
    await second
    await settle()
    // The third one still waits for the stream; a fourth one finds the entry that the second stored.
    expect((await ask(stage, WHOLE)).outcome?.reply.cache).toBe('HIT')
    await stage.clock.advance(4000)
    expect((await third).status).toBe(500)
    expect(stage.upstream.sent).toHaveLength(3)
  })

  it.each<readonly [string, (source: ReturnType<typeof slowStream>) => void]>([
    ['it breaks off', source => source.fail()],
    ['it ends without its end', source => source.end()],
    ['it tells of an error', source => source.send('data: {"error":{"message":"no"}}\n\n')],
  ])('ask anew, one of them for all, when %s', async (_title, spoil) => {
    const source = slowStream(PIECES)
    const stage = stageOf({ script: [source.step, { status: 200, body: completion('anew') }] })
    const first = ask(stage, STREAMED)
    await settle()
    const others = [ask(stage, WHOLE), ask(stage, STREAMED), ask(stage, WHOLE)]
    await settle()
    spoil(source)
    source.end()
    await first
    const replies = await Promise.all(others)
    expect(replies.map(({ text }) => text.includes('anew'))).toEqual([true, true, true])
    expect(stage.upstream.sent).toHaveLength(2)
  })

  it('call again when its client disconnects, and the upstream call is cancelled', async () => {
    const source = slowStream(PIECES)
    const stage = stageOf({ script: [source.step, { status: 200, body: completion('anew') }] })
    const cancellation = createCancellation()
    const first = ask(stage, STREAMED, { cancellation })
    await settle()
    const other = ask(stage, STREAMED)
    await settle()
    cancellation.cancel()
    await first
    expect((await other).text).toContain('anew')
    expect(source.cancelled()).toBe(true)
  })

  it('all make their own calls when it exceeds the size limit', async () => {
    const source = slowStream([chunk({ content: 'x' })])
    const stage = stageOf({
      script: [source.step, ...Array(3).fill({ status: 200, body: completion('own') })],
    })
    const first = ask(stage, STREAMED)
    await settle()
    const others = [ask(stage, WHOLE), ask(stage, WHOLE), ask(stage, WHOLE)]
    await settle()
    source.send(chunk({ content: 'x'.repeat(1_100_000) }))
    await until(() => stage.upstream.sent.length === 4)
    expect((await Promise.all(others)).every(({ text }) => text.includes('own'))).toBe(true)
    source.send(chunk({}, 'stop'))
    source.send(DONE)
    source.end()
    const { bytes, events } = await first
    expect([bytes.length > 1_100_000, events.at(-1)]).toEqual([true, '[DONE]'])
  })
})

describe('Requests during an identical non-streamed call', () => {
  it('receive the body headers and none of the first caller', async () => {
    const headers = [
      ...['content-type', 'application/json; charset=utf-8', 'x-request-id', 'first', 'set-cookie', 'a=b'],
      ...['x-ratelimit-remaining-requests', '1', 'openai-organization', 'org'],
    ]
    const stage = stageOf({ script: [{ status: 200, headers, body: completion('a') }] })
    const replies = await Promise.all([ask(stage, WHOLE), ask(stage, WHOLE)])
    expect(replies[0].headers['x-request-id']).toBe('first')
    expect(replies[1].headers).toEqual({ 'content-type': 'application/json; charset=utf-8' })
    expect((await ask(stage, WHOLE)).headers).toEqual({ 'content-type': 'application/json; charset=utf-8' })
  })

  it('share a failure with its retry headers', async () => {
    const headers = ['retry-after', '7', 'set-cookie', 'a=b', 'x-request-id', 'first']
    const stage = stageOf({ script: [{ status: 429, headers, body: {} }] })
    const [, second] = await Promise.all([ask(stage, WHOLE), ask(stage, STREAMED)])
    expect(second).toMatchObject({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '7' },
    })
    expect(second.headers).not.toHaveProperty('set-cookie')
    expect(second.headers).not.toHaveProperty('x-request-id')
  })
})
