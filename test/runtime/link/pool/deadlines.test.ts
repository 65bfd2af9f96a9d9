import { describe, expect, it } from 'vitest'
import type { ByteSink } from '../../../../runtime/values/byte-stream.ts'
import { CHAT, chunk, DONE } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { MEMBERS, type PoolStage, type PoolStageOptions, poolStage } from './pool-stage.ts'

const STREAMED = { ...CHAT, stream: true }
const TEXT = chunk({ content: 'Hello' })
const WELL: Step = { events: [TEXT, chunk({}, 'stop'), DONE] }

const withDeadlines = (deadlines: object, more: PoolStageOptions): PoolStage =>
  poolStage({ pool: { deadlines }, ...more })

/** The reply, and how long it took by the clock of the gateway. */
async function timed(stage: PoolStage, input: Parameters<PoolStage['call']>[0]) {
  const start = stage.clock.monotonic()
  let isOver = false
  const pending = stage.call(input).finally(() => {
    isOver = true
  })
  while (!isOver && (await stage.clock.next()));
  return { reply: await pending, took: stage.clock.monotonic() - start }
}

describe('a deadline that is broken before content goes on to the next member:', () => {
  it('that of the head, which grows with the request', async () => {
    const stage = withDeadlines(
      { headers: { base: '2s', per_million_tokens: '100s' } },
      { steps: { a: ['silence'], b: [WELL] } },
    )
    const content = 'word '.repeat(8000)
    const { reply, took } = await timed(stage, {
      body: { ...STREAMED, messages: [{ role: 'user', content }] },
    })
    expect(reply.status).toBe(200)
    // 10,000 tokens, and those of the JSON around them.
    expect(took).toBeGreaterThanOrEqual(3000)
    expect(took).toBeLessThan(3010)
    expect(stage.told.slice(0, 2)).toEqual(['a chosen', 'a ended failed 408 deadline'])
    expect(stage.upstream.cancelled()).toBe(1)
  })

  it('that of the content, which a start event and pings do not meet', async () => {
    const stage = withDeadlines(
      { content: { base: '5s' } },
      {
        steps: {
          a: [{ events: [chunk({ role: 'assistant', content: '' }), ': ping\n\n'], end: 'open' }],
          b: [WELL],
        },
      },
    )
    const { reply, took } = await timed(stage, { body: STREAMED })
    expect([reply.status, took]).toEqual([200, 5000])
    expect(stage.told.slice(0, 3)).toEqual(['a chosen', 'a answered 200', 'a ended failed 408 deadline'])
    expect(reply.outcome?.record.attempts[0]?.message).toBe(
      'No content arrived within 5000 ms, the deadline of the pool (deadlines.content).',
    )
  })

  it('and the last member’s is the reply', async () => {
    const stage = withDeadlines({ headers: { base: '1s' } }, { answer: () => 'silence' })
    const { reply, took } = await timed(stage, { body: STREAMED })
    expect([reply.status, took]).toEqual([408, 2000])
    expect(reply.text).toContain(
      'No reply began within 1000 ms, the deadline of the pool (deadlines.headers).',
    )
  })
})

it('a gap after content ends the stream with its error event', async () => {
  const stage = withDeadlines({ gap: '3s' }, { steps: { a: [{ events: [TEXT], end: 'open' }] } })
  const { reply, took } = await timed(stage, { body: STREAMED })
  expect(took).toBe(3000)
  expect(reply.events.at(-1)).toContain('deadlines.gap')
  expect(reply.text).not.toContain('[DONE]')
  expect(stage.told.at(-1)).toBe('a ended failed 200 deadline')
  expect(stage.called()).toEqual(['a'])
})

it('parts that arrive in time keep a stream open, and comments do not', async () => {
  const sinks: ByteSink[] = []
  const stream = {
    start: (sink: ByteSink) => void sinks.push(sink),
    pause: () => {},
    resume: () => {},
    cancel: () => {},
  }
  const stage = withDeadlines({ gap: '3s' }, { steps: { a: [{ stream }] } })
  const pending = stage.call({ body: STREAMED })
  const encoder = new TextEncoder()
  const after = async (milliseconds: number, text: string): Promise<void> => {
    await stage.clock.advance(milliseconds)
    sinks[0]?.chunk(encoder.encode(text))
  }
  await after(1, TEXT)
  await after(2900, TEXT)
  await after(2900, TEXT)
  await after(1000, ': ping\n\n')
  expect(stage.inFlight()).toBe(1)
  await stage.clock.advance(2000)
  expect(stage.inFlight()).toBe(0)
  expect((await pending).events.at(-1)).toContain('deadlines.gap')
})

describe('no deadline holds', () => {
  it('where none is written', async () => {
    const stage = poolStage({ steps: { a: ['silence'] }, config: { request_timeout: 9000 } })
    const { reply, took } = await timed(stage, { body: STREAMED })
    expect([reply.status, took]).toEqual([200, 9000])
  })

  it('for a whole reply of a model, whose head comes when it is complete', async () => {
    const stage = withDeadlines(
      { headers: { base: '1s' }, content: { base: '1s' } },
      { steps: { a: ['silence'] }, config: { request_timeout: 9000 } },
    )
    expect((await timed(stage, { body: CHAT })).took).toBe(9000)
  })

  it('beyond the timeout of the request', async () => {
    const stage = withDeadlines(
      { headers: { base: '60s' } },
      { members: { a: MEMBERS.a }, steps: { a: ['silence'] }, config: { request_timeout: 4000 } },
    )
    const { reply, took } = await timed(stage, { body: STREAMED })
    expect([reply.status, took]).toEqual([408, 4000])
    expect(stage.told.at(-1)).toBe('a ended failed 408')
  })
})

it('the deadline of the head holds for embeddings', async () => {
  const stage = withDeadlines(
    { headers: { base: '1s' } },
    { steps: { a: ['silence'], b: [{ status: 200, body: { data: [] } }] } },
  )
  const { took } = await timed(stage, { path: '/embeddings', body: { model: 'm', input: 'x' } })
  expect(took).toBe(1000)
  expect(stage.called()).toEqual(['a', 'b'])
})
