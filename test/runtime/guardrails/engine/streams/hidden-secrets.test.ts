// The law of redaction in streams: a secret never comes through raw, however it is split.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claudeEvent, claudeStream } from '../../../../support/claude.ts'
import { createHarness } from '../../../../support/harness.ts'
import { runs } from '../../../../support/property-seed.ts'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import { USED } from '../../stub-guards.ts'
import { chatOf, HIDERS, plain, SECRETS, user } from '../hidden-secrets.ts'

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A streamed reply of each route, its text in these pieces. */
const STREAMS: readonly {
  readonly path: string
  readonly provider: string
  readonly request: object
  readonly events: (words: readonly string[]) => readonly string[]
}[] = [
  {
    path: '/chat/completions',
    provider: '@main',
    request: chatOf(user('Hello'), { stream: true }),
    events: words => [
      chunk({ role: 'assistant', content: '' }),
      ...words.map(content => chunk({ content })),
      chunk({}, 'stop'),
      DONE,
    ],
  },
  {
    path: '/chat/completions',
    provider: '@main',
    request: chatOf(user('Hello'), { stream: true }),
    events: words => [
      chunk({
        role: 'assistant',
        tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"to":"' } }],
      }),
      ...words.map(text =>
        chunk({ tool_calls: [{ index: 0, function: { arguments: JSON.stringify(text).slice(1, -1) } }] }),
      ),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] }),
      chunk({}, 'tool_calls'),
      DONE,
    ],
  },
  {
    path: '/messages',
    provider: '@claude',
    request: chatOf(user('Hello'), { max_tokens: 9, stream: true }),
    events: words =>
      claudeStream(
        { type: 'text', text: '' },
        words.map(text => ({ type: 'text_delta', text })),
      ),
  },
  {
    path: '/messages',
    provider: '@claude',
    request: chatOf(user('Hello'), { max_tokens: 9, stream: true }),
    events: words =>
      claudeStream(
        { type: 'tool_use', id: 't', name: 'f', input: {} },
        ['{"to":"', ...words.map(inJson), '"}'].map(json => ({
          type: 'input_json_delta',
          partial_json: json,
        })),
      ),
  },
  {
    path: '/responses',
    provider: '@main',
    request: { model: 'm', input: 'Hello', stream: true },
    events: words => {
      const text = words.join('')
      const item = (content: readonly object[], status: string) => ({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status,
        content,
      })
      const part = { type: 'output_text', text, annotations: [] }
      const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
      const response = (output: readonly object[], status: string) => ({
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        model: 'm',
        status,
        output,
      })
      return [
        claudeEvent({ type: 'response.created', response: response([], 'in_progress') }),
        claudeEvent({ type: 'response.output_item.added', output_index: 0, item: item([], 'in_progress') }),
        claudeEvent({ type: 'response.content_part.added', ...at, part: { ...part, text: '' } }),
        ...words.map(delta => claudeEvent({ type: 'response.output_text.delta', ...at, delta })),
        claudeEvent({ type: 'response.output_text.done', ...at, text }),
        claudeEvent({ type: 'response.content_part.done', ...at, part }),
        claudeEvent({ type: 'response.output_item.done', output_index: 0, item: item([part], 'completed') }),
        claudeEvent({
          type: 'response.completed',
          response: response([item([part], 'completed')], 'completed'),
        }),
      ]
    },
  },
]

/** The text that a client puts together from an event. */
function deltaOf(event: string): string {
  if (event === '[DONE]') return ''
  const { choices, delta } = JSON.parse(event)
  if (typeof delta === 'string') return delta
  const { content, tool_calls, text, partial_json } = choices?.[0]?.delta ?? delta ?? {}
  return `${content ?? ''}${tool_calls?.[0]?.function?.arguments ?? ''}${text ?? ''}${partial_json ?? ''}`
}

describe.each(STREAMS)('A secret in a streamed reply of $path', ({ path, provider, request, events }) => {
  it('never comes through raw, however it is split over chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SECRETS),
        fc.constantFrom(...HIDERS),
        fc.array(fc.nat(40), { maxLength: 6 }),
        fc.boolean(),
        async ([check, secret], hide, cuts, deny) => {
          const text = `Write to ${hide(secret)} . Bye.`
          const at = [0, ...cuts.map(cut => text.length - cut - 1).sort((a, b) => a - b), text.length]
          const words = at
            .slice(1)
            .map((end, index) => text.slice(Math.max(0, at[index] ?? 0), Math.max(0, end)))
          const { call } = createHarness({
            configs: { c: { provider, output_guardrails: [{ id: 'g', deny, ...check }] } },
            script: [{ events: events(words) }],
          })
          const reply = await call({ path, headers: USED, body: request })
          const received = reply.events.map(deltaOf).join('')
          expect([
            reply.status,
            plain(received + reply.text).includes(secret),
            received.includes('Bye'),
          ]).toEqual([200, false, true])
        },
      ),
      { numRuns: runs(12) },
    ))
})
