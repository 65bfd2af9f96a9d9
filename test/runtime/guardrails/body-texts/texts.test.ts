// Which texts each endpoint's bodies hold, in both scopes, and that texts come back to the places they were read from.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textReadersFor } from '../../../../runtime/guardrails/body-texts/endpoint-texts.ts'
import { isNestedTooDeep, unsafeJsonReason } from '../../../../runtime/guardrails/body-texts/strict-json.ts'
import { writeTexts } from '../../../../runtime/guardrails/body-texts/write-texts.ts'
import type { Endpoint } from '../../../../runtime/values/adapter.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { cases } from './text-cases.ts'

const read = (
  endpoint: Endpoint | undefined,
  side: 'request' | 'reply',
  body: unknown,
  scope: 'last' | 'all',
) =>
  textReadersFor(endpoint)
    [side][scope](body as Json, undefined)
    .map(({ text }) => text)

/** What texts are read from, by their beginnings: tools and documents, or a message. */
const ORIGINS: readonly (readonly [Endpoint, object])[] = [
  [
    'chat/completions',
    {
      messages: [
        { role: 'system', content: 'message' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'message' },
            { type: 'document', text: 'external' },
          ],
        },
        { role: 'tool', tool_call_id: '1', content: 'external' },
        { role: 'function', name: 'message', content: [{ type: 'text', text: 'external' }] },
      ],
      documents: [{ snippet: 'external' }],
    },
  ],
  [
    'messages',
    {
      system: 'message',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'message' },
            { type: 'tool_result', content: [{ type: 'text', text: 'external' }] },
            { type: 'document', title: 'external', source: { type: 'text', data: 'external' } },
            { type: 'search_result', content: [{ type: 'text', text: 'external' }] },
            { type: 'web_fetch_tool_result', content: { content: { title: 'external' } } },
          ],
        },
      ],
    },
  ],
  [
    'responses',
    {
      instructions: 'message',
      input: [
        { role: 'user', content: 'message' },
        { type: 'function_call_output', output: 'external' },
        { type: 'custom_tool_call_output', output: [{ type: 'input_text', text: 'external' }] },
      ],
    },
  ],
  ['rerank', { query: 'message', documents: ['external', { text: 'external' }] }],
]

describe('Texts', () => {
  it.each(ORIGINS)('of tools and documents are external: %s', (endpoint, body) => {
    const places = textReadersFor(endpoint).request.all(body as Json, undefined)
    const reported = places.filter(({ text }) => text === 'message' || text === 'external')
    expect(reported.length).toBeGreaterThanOrEqual(3)
    for (const { text, origin } of reported) expect(origin ?? 'message').toBe(text)
  })

  it.each(cases)('%s', (_title, endpoint, side, body, last, all) => {
    expect(read(endpoint, side, body, 'last')).toEqual(last)
    expect(read(endpoint, side, body, 'all')).toEqual(all)
  })

  it.each(cases)('come back to their places: %s', (_title, endpoint, side, body) => {
    const before = JSON.stringify(body)
    const places = textReadersFor(endpoint)[side].all(body as Json, undefined)
    expect(
      writeTexts(
        body as Json,
        places,
        places.map(({ text }) => text),
      ),
    ).toEqual({ body, fault: undefined })
    const marked = places.map(({ text, form }) => (form === 'text' ? `<${text}>` : '{"new":1}'))
    const written = writeTexts(body as Json, places, marked)
    expect(written.fault).toBeUndefined()
    const again = textReadersFor(endpoint)
      [side].all(written.body, undefined)
      .map(({ text }) => text)
    expect(again.filter(text => text !== '<>')).toEqual(marked)
    expect(JSON.stringify(body)).toBe(before)
  })

  it('any JSON: what is written is read again, and everything else stays unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const body = value as Json
        const places = textReadersFor(undefined).request.all(body, undefined)
        const written = writeTexts(
          body,
          places,
          places.map(({ form, text }) => (form === 'name' ? text : 'X')),
        )
        expect(written.fault).toBeUndefined()
        const blank = (text: string) =>
          JSON.parse(text, (_key, each) => (typeof each === 'string' ? 'X' : each)) as Json
        expect(JSON.stringify(written.body)).toBe(JSON.stringify(blank(JSON.stringify(body))))
      }),
    )
  })

  it('a name of a property is not rewritten, and says so', () => {
    const body = { 'ann@example.com': 'x' }
    const places = textReadersFor(undefined).request.all(body, undefined)
    expect(writeTexts(body, places, ['x', '***'])).toEqual({
      body,
      fault: 'The check cannot rewrite the name of a property.',
    })
  })

  it('a rewritten text empties the fields that repeat it', () => {
    const body = {
      choices: [
        {
          logprobs: { content: [{ token: 'bad' }] },
          message: { content: 'bad', content_blocks: [{ text: 'bad' }] },
        },
      ],
    }
    const places = textReadersFor('chat/completions').reply.last(body, undefined)
    expect(JSON.stringify(writeTexts(body, places, ['***']))).not.toContain('bad')
  })
})

describe('What cannot be evaluated', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const fault = (text: string) => unsafeJsonReason(bytes(text), JSON.parse(text) as Json)

  it('a duplicate key, anywhere', () => {
    expect(fault('{"a":{"content":"bad","content":"good"}}')).toContain('a duplicate key')
    expect(fault('{"a":":","b\\"":{"c":":{}"},"d":[{"a":1},{"a":1}]}')).toBeUndefined()
  })

  it('any JSON without duplicate keys can be', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(fault(JSON.stringify(value))).toBeUndefined()
      }),
    )
  })

  it('what nests too deeply', () => {
    expect(isNestedTooDeep(bytes('['.repeat(1001) + ']'.repeat(1001)))).toBe(true)
    expect(fault('['.repeat(1000) + ']'.repeat(1000))).toBeUndefined()
  })
})
