import { describe, expect, it } from 'vitest'
import type { ByteSink } from '../../../../runtime/values/byte-stream.ts'
import { CHAT, chunk, completion, DONE } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { type PoolStage, type PoolStageOptions, poolStage } from './pool-stage.ts'

const STREAMED = { ...CHAT, stream: true }
const TEXT = chunk({ content: 'Hello' })
const WELL: Step = { events: [TEXT, chunk({}, 'stop'), DONE] }
const usage = (tokens: number): object => ({
  usage: { prompt_tokens: 2, completion_tokens: tokens, total_tokens: tokens + 2 },
})

const hedged = (more: PoolStageOptions): PoolStage =>
  poolStage({ pool: { hedge: { after: 'p95' }, sticky: false }, hedgeAfter: 800, ...more })

async function run(stage: PoolStage, input: Parameters<PoolStage['call']>[0] = {}) {
  let isOver = false
  const pending = stage.call(input).finally(() => {
    isOver = true
  })
  while (!isOver && (await stage.clock.next()));
  return await pending
}

describe('a call that takes unusually long is sent to a second member', () => {
  it('whose faster reply wins, while the first is aborted', async () => {
    const stage = hedged({
      steps: { a: ['silence'], b: [{ status: 200, body: completion('b', usage(7)) }] },
    })
    const { json, outcome } = await run(stage)
    expect(json).toMatchObject({ choices: [{ message: { content: 'b' } }] })
    expect(stage.upstream.cancelled()).toBe(1)
    expect(stage.told).toEqual([
      'a chosen',
      'b chosen',
      'b answered 200',
      'b began',
      'b ended succeeded 200',
      'a ended aborted 499',
    ])
    const record = outcome?.record
    expect(record?.member).toBe('b')
    expect(record?.attempts.map(({ member, status, message }) => [member, status, message])).toEqual([
      ['a', 499, 'OpenAI: Another member of the pool was faster.'],
      ['b', 200, undefined],
    ])
    expect(record?.steps?.map(({ because }) => because)).toEqual(['picked', 'hedge after 800 ms'])
    // What the aborted call costs at least: its prompt.
    expect(record?.discardedUsage).toMatchObject([
      { provider: 'openai', slug: 'main', usage: { completion_tokens: 0 } },
    ])
  })

  it('and the first wins if it answers after all', async () => {
    const sinks: ByteSink[] = []
    const stream = {
      start: (sink: ByteSink) => void sinks.push(sink),
      pause: () => {},
      resume: () => {},
      cancel: () => {},
    }
    const stage = hedged({ steps: { a: [{ stream }], b: ['silence'] } })
    const pending = stage.call({ body: STREAMED })
    await stage.clock.advance(900)
    expect(stage.called()).toEqual(['a', 'b'])
    const encoder = new TextEncoder()
    const last = `data: ${JSON.stringify({ choices: [], ...usage(9) })}\n\n`
    sinks[0]?.chunk(encoder.encode(TEXT))
    await stage.clock.advance(1)
    expect(stage.told.at(-1)).toBe('b ended aborted 499')
    for (const event of [chunk({}, 'stop'), last, DONE]) sinks[0]?.chunk(encoder.encode(event))
    sinks[0]?.end()
    const { text, outcome } = await pending
    expect(text).toContain('Hello')
    expect(stage.told.slice(-2)).toEqual(['b ended aborted 499', 'a ended succeeded 200'])
    expect(outcome?.record.member).toBe('a')
    // What a stream reports at its end, once it has won, is in the record of the call.
    expect(outcome?.record.usage).toMatchObject({ completion_tokens: 9 })
  })

  it('whose failure does not win', async () => {
    const sinks: ByteSink[] = []
    const stream = {
      start: (sink: ByteSink) => void sinks.push(sink),
      pause: () => {},
      resume: () => {},
      cancel: () => {},
    }
    const stage = hedged({ steps: { a: [{ stream }], b: [{ status: 500, text: 'down' }] } })
    const pending = stage.call({ body: STREAMED })
    await stage.clock.advance(900)
    sinks[0]?.chunk(new TextEncoder().encode(TEXT + chunk({}, 'stop') + DONE))
    sinks[0]?.end()
    const { text, outcome } = await pending
    expect(text).toContain('Hello')
    expect(outcome?.record.attempts.map(({ member }) => member)).toEqual(['b', 'a'])
    expect(outcome?.record.discardedUsage).toBeUndefined()
    expect(stage.inFlight()).toBe(0)
  })

  it('and goes on to a third when both fail', async () => {
    const members = Object.fromEntries(
      ['a', 'b', 'c'].map(name => [
        name,
        { provider: 'openai', api_key: `\${env:KEY_${name.toUpperCase()}}` },
      ]),
    )
    const stage = hedged({
      members,
      steps: { a: ['silence'], b: [{ status: 500, text: 'down' }], c: [WELL] },
      config: { request_timeout: 2000 },
    })
    const { text } = await run(stage, { body: STREAMED })
    expect(text).toContain('Hello')
    expect(stage.called()).toEqual(['a', 'b', 'c'])
    expect(stage.inFlight()).toBe(0)
  })
})

const STATEFUL: readonly (readonly [title: string, path: string, body: object])[] = [
  ['a stored response', '/responses', { model: 'm', input: 'x' }],
  [
    'a response after another',
    '/responses',
    { model: 'm', input: 'x', store: false, previous_response_id: 'r' },
  ],
  ['a stored chat', '/chat/completions', { ...CHAT, store: true }],
  ['a conversation', '/responses', { model: 'm', input: 'x', store: false, conversation: 'c' }],
  [
    'a file',
    '/chat/completions',
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] },
  ],
]

describe('a call is sent once', () => {
  it.each(STATEFUL)('with %s', async (_, path, body) => {
    const stage = hedged({ answer: () => 'silence', config: { request_timeout: 5000 } })
    const pending = stage.call({ path, body })
    await stage.clock.advance(1000)
    expect(stage.called()).toEqual(['a'])
    while (await stage.clock.next());
    await pending
  })

  it('in a session, whose prompt is cached at one member', async () => {
    const stage = hedged({
      pool: { hedge: {} },
      answer: () => 'silence',
      config: { request_timeout: 5000 },
    })
    const content = 'word '.repeat(1000)
    const pending = stage.call({ body: { model: 'm', messages: [{ role: 'user', content }] } })
    await stage.clock.advance(1000)
    expect(stage.called()).toEqual(['a'])
    while (await stage.clock.next());
    await pending
  })

  it('where the pool does not say otherwise', async () => {
    const stage = hedged({
      pool: { sticky: false },
      steps: { a: ['silence'] },
      config: { request_timeout: 5000 },
    })
    const pending = stage.call()
    await stage.clock.advance(1000)
    expect(stage.called()).toEqual(['a'])
    while (await stage.clock.next());
    await pending
  })
})
