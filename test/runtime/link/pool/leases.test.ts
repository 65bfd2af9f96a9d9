import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import '../../../support/property-seed.ts'
import { CHAT, chunk, completion, DONE } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { MEMBERS, poolStage } from './pool-stage.ts'

const STREAMED = { ...CHAT, stream: true }
const START = chunk({ role: 'assistant', content: '' })
const TEXT = chunk({ content: 'Hello' })
const STOP = chunk({}, 'stop')

describe('a lease is told', () => {
  it('the head, the content and the end of a whole reply', async () => {
    const stage = poolStage({})
    await stage.call()
    expect(stage.told).toEqual(['a chosen', 'a answered 200', 'a began', 'a ended succeeded 200'])
  })

  it('the content of a stream when it arrives, and its end once', async () => {
    const stage = poolStage({ steps: { a: [{ events: [START, TEXT, STOP, DONE] }] } })
    await stage.call({ body: STREAMED })
    expect(stage.told).toEqual(['a chosen', 'a answered 200', 'a began', 'a ended succeeded 200'])
  })

  it('that a stream broke off after its content', async () => {
    const stage = poolStage({ steps: { a: [{ events: [START, TEXT], end: 'cut' }] } })
    const { text } = await stage.call({ body: STREAMED })
    expect(text).toContain('"error"')
    expect(stage.told.slice(2)).toEqual(['a began', 'a ended failed 200'])
  })

  it('that a stream failed before its content, and the call goes on', async () => {
    const stage = poolStage({ steps: { a: [{ events: [START] }], b: [{ events: [TEXT, STOP, DONE] }] } })
    const { text } = await stage.call({ body: STREAMED })
    expect(text).toContain('Hello')
    expect(stage.told.slice(0, 3)).toEqual(['a chosen', 'a answered 200', 'a ended failed 502'])
  })

  it('that a client has left its stream, which implies nothing about the member', async () => {
    const stage = poolStage({ steps: { a: [{ events: [TEXT], end: 'open' }] } })
    const cancellation = createCancellation()
    const pending = stage.call({ body: STREAMED, cancellation })
    await stage.clock.advance(1)
    expect(stage.inFlight()).toBe(1)
    cancellation.cancel()
    await pending
    expect(stage.told.at(-1)).toBe('a ended aborted 200')
  })

  it('the head and the end of what passes through', async () => {
    const stage = poolStage({ steps: { a: [{ status: 200, body: { data: [] } }] } })
    await stage.call({ method: 'GET', path: '/models/gpt', body: '' })
    expect(stage.told).toEqual(['a chosen', 'a answered 200', 'a began', 'a ended succeeded 200'])
  })
})

/** An opening, which is no content, and the first content of a stream in each dialect. */
const DIALECTS: readonly (readonly [
  title: string,
  member: object,
  path: string,
  opening: readonly string[],
  content: string,
])[] = [
  ['a chat', MEMBERS.a, '/chat/completions', [START, ': ping\n\n'], TEXT],
  ['the reasoning of a chat', MEMBERS.a, '/chat/completions', [START], chunk({ reasoning_content: 'Hm' })],
  [
    'the input of a tool',
    MEMBERS.a,
    '/chat/completions',
    [START],
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] }),
  ],
  [
    'a message',
    { provider: 'anthropic', api_key: '${env:KEY_A}' },
    '/messages',
    [
      typed('message_start', { message: { id: 'm', content: [], usage: { input_tokens: 1 } } }),
      typed('ping', {}),
      typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
  ],
  [
    'a message that is thought about',
    { provider: 'anthropic', api_key: '${env:KEY_A}' },
    '/messages',
    [
      typed('message_start', { message: { id: 'm', content: [], usage: { input_tokens: 1 } } }),
      typed('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
    ],
    typed('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }),
  ],
  [
    'a message as a chat',
    { provider: 'anthropic', api_key: '${env:KEY_A}' },
    '/chat/completions',
    [
      typed('message_start', { message: { id: 'm', content: [], usage: { input_tokens: 1 } } }),
      typed('ping', {}),
      typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
  ],
  [
    'a response',
    MEMBERS.a,
    '/responses',
    [
      typed('response.created', { response: { id: 'r' } }),
      typed('response.in_progress', { response: { id: 'r' } }),
      typed('response.output_item.added', {
        output_index: 0,
        item: { type: 'message', id: 'm', content: [] },
      }),
    ],
    typed('response.output_text.delta', { delta: 'Hi' }),
  ],
  [
    'content of Gemini',
    { provider: 'google', api_key: '${env:KEY_A}' },
    '/chat/completions',
    [`data: ${JSON.stringify({ candidates: [{ content: { parts: [], role: 'model' } }] })}\n\n`],
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' } }] })}\n\n`,
  ],
]

function typed(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

describe('a stream begins with its first content, and not with what opens it:', () => {
  it.each(DIALECTS)('%s', async (_, member, path, opening, content) => {
    const message = { model: 'm', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 5 }
    const body = { ...(path === '/responses' ? { model: 'm', input: 'Hello' } : message), stream: true }
    const told = async (events: readonly string[]): Promise<readonly string[]> => {
      const stage = poolStage({ members: { a: member }, steps: { a: [{ events, end: 'open' }] } })
      const cancellation = createCancellation()
      const pending = stage.call({ path, body, cancellation })
      await stage.clock.advance(1)
      const lines = [...stage.told]
      cancellation.cancel()
      await pending
      return lines
    }
    expect(await told(opening)).toEqual(['a chosen', 'a answered 200'])
    expect(await told([...opening, content])).toEqual(['a chosen', 'a answered 200', 'a began'])
  })
})

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { status: 200, body: completion('Hello') },
    { status: 200, text: 'broken' },
    { status: 200, body: { error: { message: 'hidden' } } },
    { status: 400, body: { error: { message: 'bad' } } },
    { status: 404, text: '' },
    { status: 429, body: { error: { message: 'later' } }, headers: ['retry-after', '1'] },
    { status: 500, text: 'down' },
    { fails: 'refused' },
    { fails: 'cut' },
    'silence',
  ),
  fc.record({
    events: fc.subarray([START, TEXT, STOP, DONE]),
    end: fc.constantFrom<'well' | 'cut' | 'open'>('well', 'cut', 'open'),
  }),
)

const calls = fc.record({
  stream: fc.boolean(),
  /** Milliseconds after which the client leaves; 0: it waits. */
  leaves: fc.constantFrom(0, 1, 40, 90),
  path: fc.constantFrom('/chat/completions', '/messages', '/embeddings', '/batches/b1'),
})

it('no call remains in flight, whatever members do and clients give up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 0, maxLength: 4 }),
      fc.array(steps, { minLength: 0, maxLength: 4 }),
      fc.array(calls, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.option(fc.constant(20), { nil: undefined }),
      async (a, b, sent, isTimed, hedgeAfter) => {
        const stage = poolStage({
          steps: { a, b },
          pool: {
            ...(isTimed && {
              deadlines: { headers: { base: '50ms' }, content: { base: '70ms' }, gap: '100ms' },
            }),
            ...(hedgeAfter !== undefined && { hedge: { at_most: '100%' } }),
          },
          ...(hedgeAfter !== undefined && { hedgeAfter }),
          config: { request_timeout: 1000, retry: { attempts: 1 } },
        })
        for (const { stream, leaves, path } of sent) {
          const cancellation = createCancellation()
          let isOver = false
          const body =
            path === '/embeddings'
              ? { model: 'm', input: 'x' }
              : { model: 'm', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 5, stream }
          const pending = stage
            .call(
              path === '/batches/b1'
                ? { method: 'GET', path, body: '', cancellation }
                : { path, body, cancellation },
            )
            .finally(() => {
              isOver = true
            })
          if (leaves > 0) stage.clock.after(leaves, () => cancellation.cancel())
          while (!isOver && (await stage.clock.next()));
          if (!isOver) cancellation.cancel()
          await pending
          await stage.clock.advance(1)
        }
        expect(stage.inFlight()).toBe(0)
        const chosen = stage.told.filter(line => line.endsWith('chosen')).length
        expect(stage.told.filter(line => line.includes(' ended ')).length).toBe(chosen)
      },
    ),
  )
})
