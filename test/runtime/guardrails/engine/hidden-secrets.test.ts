// A law of redaction: wherever a secret stands, it comes through rewritten, or the call is denied, or the verdict says
// so. It never passes raw with the verdict `passed`.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunk, createHarness, DONE } from '../../../support/harness.ts'
import { USED } from '../stub-guards.ts'

/** What each check finds, as a config has it. */
const SECRETS = [
  [{ pii: { redact: true } }, 'anna.berg@example.com'],
  [{ secrets: { redact: true } }, 'AKIAQYLPMN5HFI4ZTWXB'],
] as const

const HIDERS: readonly ((secret: string) => string)[] = [
  secret => secret,
  secret => `so ${secret}, and more`,
  secret => `${'long text '.repeat(3000)}${secret}`,
  secret => `${'long text '.repeat(3300)}${secret} ${'and more '.repeat(2000)}`,
  secret => secret.split('').join('\u200b'),
  secret => secret.split('').join('\u2060\ufeff'),
  secret => secret.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
]

interface Route {
  readonly path: string
  readonly provider: string
  /** Bodies that hold the text in one of their places, with odd items before and after where there is a list. */
  readonly places: readonly ((text: string) => object)[]
  readonly list: string
  readonly odd: readonly object[]
}

const asArguments = (text: string): string => JSON.stringify({ to: text })
const CHAT_ODD = [
  { role: 'tool', tool_call_id: 't', content: 'r' },
  { role: 'assistant', content: 'Sure' },
  { role: 'user', content: 'more' },
  { role: 'user', content: [{ type: 'odd' }, null, 7] },
  { role: 'odd' },
]
const chatOf = (message: object, more: object = {}) => ({ model: 'm', messages: [message], ...more })
const user = (content: unknown) => ({ role: 'user', content })

const ROUTES: readonly Route[] = [
  {
    path: '/chat/completions',
    provider: '@main',
    list: 'messages',
    odd: CHAT_ODD,
    places: [
      text => chatOf(user(text)),
      text => chatOf(user('a'), { user: text }),
      text => chatOf(user('a'), { metadata: { type: text } }),
      text => chatOf(user('a'), { stop: ['x', text] }),
      text => chatOf(user('a'), { odd: { deep: [{ id: text }] } }),
      text => chatOf(user('a'), { prediction: { type: 'content', content: text } }),
      text =>
        chatOf(user('a'), { tools: [{ type: 'function', function: { name: 'f', description: text } }] }),
      text => chatOf(user([{ type: 'text', text }])),
      text => chatOf({ role: 'system', content: text }),
      text => chatOf({ role: 'user', content: 'a', odd: text }),
      text => chatOf({ role: 'user', name: text, content: 'a' }),
      text =>
        chatOf({
          role: 'assistant',
          tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: asArguments(text) } }],
        }),
    ],
  },
  {
    path: '/responses',
    provider: '@main',
    list: 'input',
    odd: [
      { role: 'assistant', content: [{ type: 'output_text', text: 'Sure' }] },
      { type: 'function_call_output', call_id: 'c', output: 'r' },
      { type: 'reasoning', summary: [] },
      { type: 'odd' },
    ],
    places: [
      text => ({ model: 'm', input: text }),
      text => ({ model: 'm', input: 'a', instructions: text }),
      text => ({ model: 'm', input: 'a', user: text }),
      text => ({ model: 'm', input: 'a', metadata: { type: text } }),
      text => ({ model: 'm', input: 'a', safety_identifier: text }),
      text => ({ model: 'm', input: [user(text)] }),
      text => ({ model: 'm', input: [user([{ type: 'input_text', text }])] }),
      text => ({
        model: 'm',
        input: [{ type: 'message', role: 'user', content: [{ type: 'odd', odd: text }] }],
      }),
      text => ({
        model: 'm',
        input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: asArguments(text) }],
      }),
      text => ({ model: 'm', input: [{ type: 'function_call_output', call_id: 'c', output: text }] }),
      text => ({ model: 'm', input: [{ type: 'reasoning', summary: [{ type: 'summary_text', text }] }] }),
      text => ({ model: 'm', input: [{ type: 'mcp_call', name: 'f', arguments: '{}', output: text }] }),
      text => ({
        model: 'm',
        input: [user('a')],
        tools: [{ type: 'function', name: 'f', description: text }],
      }),
      text => ({ model: 'm', input: [user('a')], prompt: { id: 'p', variables: { who: text } } }),
    ],
  },
  {
    path: '/messages',
    provider: '@claude',
    list: 'messages',
    odd: [
      { role: 'assistant', content: [{ type: 'text', text: 'Sure' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
      { role: 'user', content: 'more' },
    ],
    places: [
      text => chatOf(user(text), { max_tokens: 9 }),
      text => chatOf(user('a'), { max_tokens: 9, system: text }),
      text => chatOf(user('a'), { max_tokens: 9, system: [{ type: 'text', text }] }),
      text => chatOf(user('a'), { max_tokens: 9, metadata: { user_id: text } }),
      text => chatOf(user('a'), { max_tokens: 9, stop_sequences: [text] }),
      text =>
        chatOf(user('a'), { max_tokens: 9, tools: [{ name: 'f', description: text, input_schema: {} }] }),
      text => chatOf(user([{ type: 'text', text }]), { max_tokens: 9 }),
      text => chatOf(user([{ type: 'tool_result', tool_use_id: 't', content: text }]), { max_tokens: 9 }),
      text =>
        chatOf(user([{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }]), {
          max_tokens: 9,
        }),
      text =>
        chatOf(
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { to: text } }] },
          { max_tokens: 9 },
        ),
      text =>
        chatOf(
          user([
            { type: 'document', title: text, source: { type: 'text', media_type: 'text/plain', data: 'a' } },
          ]),
          { max_tokens: 9 },
        ),
      text =>
        chatOf(user([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } }]), {
          max_tokens: 9,
        }),
      text =>
        chatOf(
          { role: 'assistant', content: [{ type: 'thinking', thinking: text, signature: 's' }] },
          { max_tokens: 9 },
        ),
      text => chatOf(user([{ type: 'odd', odd: text }]), { max_tokens: 9 }),
    ],
  },
]

const plain = (text: string): string =>
  text
    .replaceAll('\\u200b', '')
    .replaceAll('\\u2060', '')
    .replaceAll('\\ufeff', '')
    .normalize('NFKC')
    .replace(/[\u200b\u2060\ufeff]/g, '')

function surrounded(body: object, list: string, before: readonly object[], after: readonly object[]): object {
  const items: unknown = Object.entries(body).find(([name]) => name === list)?.[1]
  return Array.isArray(items) ? { ...body, [list]: [...before, ...items, ...after] } : body
}

describe.each(ROUTES)('A secret in a request to $path', ({ path, provider, places, list, odd }) => {
  const oddItems = fc.array(fc.constantFrom(...odd), { maxLength: 3 })

  it('never comes through raw with the verdict "passed"', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SECRETS),
        fc.constantFrom(...places),
        fc.constantFrom(...HIDERS),
        oddItems,
        oddItems,
        fc.boolean(),
        async ([check, secret], place, hide, before, after, deny) => {
          const { call, upstream } = createHarness({
            configs: { c: { provider, input_guardrails: [{ id: 'g', deny, ...check }] } },
            script: [{ status: 200, body: {} }],
          })
          const body = surrounded(place(hide(secret)), list, before, after)
          const reply = await call({ path, headers: USED, body })
          const isRaw = upstream.sent.some(({ text }) => plain(text).includes(secret))
          if (isRaw) expect([deny, reply.outcome?.reply.hooks?.verdict]).toEqual([false, 'failed'])
          else expect([200, 446, 502]).toContain(reply.status)
        },
      ),
      { numRuns: 120 },
    ))
})

it('comes through rewritten in a text of many megabytes', async () => {
  for (const [check, secret] of SECRETS) {
    const { call, upstream } = createHarness({
      configs: { c: { provider: '@main', input_guardrails: [{ id: 'g', ...check }] } },
      script: [{ status: 200, body: {} }],
    })
    const text = `${'long text '.repeat(150_000)}${secret} ${'and more '.repeat(50_000)}`
    const reply = await call({ headers: USED, body: chatOf(user(text)) })
    expect([reply.status, upstream.sent[0]?.text.includes(secret)]).toEqual([200, false])
    expect(upstream.sent[0]?.text.length).toBeGreaterThan(1_900_000)
  }
})

const typed = (value: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const block = (start: object, deltas: readonly object[]): readonly string[] => [
  typed({
    type: 'message_start',
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 0 },
    },
  }),
  typed({ type: 'content_block_start', index: 0, content_block: start }),
  ...deltas.map(delta => typed({ type: 'content_block_delta', index: 0, delta })),
  typed({ type: 'content_block_stop', index: 0 }),
  typed({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
  typed({ type: 'message_stop' }),
]
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
      block(
        { type: 'text', text: '' },
        words.map(text => ({ type: 'text_delta', text })),
      ),
  },
  {
    path: '/messages',
    provider: '@claude',
    request: chatOf(user('Hello'), { max_tokens: 9, stream: true }),
    events: words =>
      block(
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
        typed({ type: 'response.created', response: response([], 'in_progress') }),
        typed({ type: 'response.output_item.added', output_index: 0, item: item([], 'in_progress') }),
        typed({ type: 'response.content_part.added', ...at, part: { ...part, text: '' } }),
        ...words.map(delta => typed({ type: 'response.output_text.delta', ...at, delta })),
        typed({ type: 'response.output_text.done', ...at, text }),
        typed({ type: 'response.content_part.done', ...at, part }),
        typed({ type: 'response.output_item.done', output_index: 0, item: item([part], 'completed') }),
        typed({ type: 'response.completed', response: response([item([part], 'completed')], 'completed') }),
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
      { numRuns: 60 },
    ))
})
