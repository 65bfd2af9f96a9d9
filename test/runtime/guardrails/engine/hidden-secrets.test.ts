// A law of redaction: wherever a secret stands, it comes through rewritten, or the call is denied, or the verdict says
// so. It never passes raw with the verdict `passed`.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { runs } from '../../../support/property-seed.ts'
import { USED } from '../stub-guards.ts'
import { chatOf, HIDERS, plain, SECRETS, user } from './hidden-secrets.ts'

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
      { numRuns: runs(24) },
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
