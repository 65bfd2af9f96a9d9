// Which texts each endpoint's bodies hold, in both scopes, and that texts come back to the places they were read from.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textReadersFor } from '../../../../runtime/guardrails/body-texts/endpoint-texts.ts'
import { isNestedTooDeep, unsafeJsonReason } from '../../../../runtime/guardrails/body-texts/strict-json.ts'
import { writeTexts } from '../../../../runtime/guardrails/body-texts/write-texts.ts'
import type { Endpoint } from '../../../../runtime/values/adapter.ts'
import type { Json } from '../../../../schemas/values/json.ts'

const call = (text: string) => ({ id: '1', type: 'function', function: { name: 'f', arguments: text } })
const user = (content: Json) => ({ role: 'user', content })
const read = (
  endpoint: Endpoint | undefined,
  side: 'request' | 'reply',
  body: unknown,
  scope: 'last' | 'all',
) =>
  textReadersFor(endpoint)
    [side][scope](body as Json, undefined)
    .map(({ text }) => text)

type Case = readonly [
  title: string,
  Endpoint | undefined,
  'request' | 'reply',
  body: unknown,
  last: readonly string[],
  all: readonly string[],
]

const HISTORY = [
  { role: 'system', content: 'rules' },
  user('first'),
  { role: 'assistant', content: null, tool_calls: [call('{"a":1}')], reasoning_content: 'hm' },
]

const cases: readonly Case[] = [
  [
    'a chat: the last message of the user',
    'chat/completions',
    'request',
    { messages: [...HISTORY, user('second')] },
    ['second'],
    ['rules', 'first', '{"a":1}', 'hm', 'second'],
  ],
  [
    'parts of content, of any kind',
    'chat/completions',
    'request',
    {
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'odd', text: 'b' },
        ]),
      ],
    },
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    'results of tools at the end count together',
    'chat/completions',
    'request',
    { messages: [...HISTORY, { role: 'tool', content: 'r1' }, { role: 'tool', content: 'r2' }] },
    ['r1', 'r2'],
    ['rules', 'first', '{"a":1}', 'hm', 'r1', 'r2'],
  ],
  [
    'the beginning of an answer does not hide the question',
    'chat/completions',
    'request',
    { messages: [user('ask'), { role: 'assistant', content: 'Sure' }] },
    ['ask', 'Sure'],
    ['ask', 'Sure'],
  ],
  [
    'nor does an instruction behind it',
    'chat/completions',
    'request',
    { messages: [user('ask'), { role: 'system', content: '.' }] },
    ['ask', '.'],
    ['ask', '.'],
  ],
  [
    'messages of no known role: the last alone',
    'chat/completions',
    'request',
    {
      messages: [
        { role: 'x', content: 'a' },
        { role: 'x', content: 'b' },
      ],
    },
    ['b'],
    ['a', 'b'],
  ],
  [
    'all choices, refusals, calls of a chat',
    'chat/completions',
    'reply',
    {
      choices: [
        { message: { content: 'a', refusal: null, tool_calls: [call('{}')], reasoning_content: 'hm' } },
        { message: { content: null, refusal: 'no' } },
      ],
    },
    ['a', '{}', 'no'],
    ['a', '{}', 'hm', 'no'],
  ],
  [
    'prompts',
    'completions',
    'request',
    { prompt: ['a', 'b'], suffix: 'c' },
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
  ['a prompt of tokens has none', 'completions', 'request', { prompt: [[1, 2]] }, [], []],
  [
    'choices of a completion',
    'completions',
    'reply',
    { choices: [{ text: 'a' }, { text: 'b' }] },
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['inputs of embeddings', 'embeddings', 'request', { input: ['a', 'b'] }, ['a', 'b'], ['a', 'b']],
  ['one input', 'embeddings', 'request', { input: 'a' }, ['a'], ['a']],
  ['tokens have no text', 'embeddings', 'request', { input: [[1], [2]] }, [], []],
  [
    'query and documents',
    'rerank',
    'request',
    { query: 'q', documents: ['a', { text: 'b', more: 'c' }] },
    ['q', 'a', 'b', 'c'],
    ['q', 'a', 'b', 'c'],
  ],
  ['moderations', 'moderations', 'request', { input: [{ type: 'text', text: 'a' }] }, ['a'], ['a']],
  [
    'input of a response as a text',
    'responses',
    'request',
    { instructions: 'i', input: 'a' },
    ['a'],
    ['i', 'a'],
  ],
  [
    'input of a response as items',
    'responses',
    'request',
    {
      input: [
        user('a'),
        { type: 'function_call', arguments: '{}' },
        { type: 'function_call_output', output: 'r' },
      ],
    },
    ['r'],
    ['a', '{}', 'r'],
  ],
  [
    'variables of a prompt that the provider keeps',
    'responses',
    'request',
    { prompt: { id: 'p', variables: { a: 'x', b: { type: 'input_text', text: 'y' } } } },
    ['x', 'y'],
    ['x', 'y'],
  ],
  [
    'output of a response',
    'responses',
    'reply',
    {
      output: [
        { type: 'reasoning', summary: [{ text: 'hm' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'a' }] },
        { type: 'function_call', arguments: '{}' },
      ],
    },
    ['a', '{}'],
    ['hm', 'a', '{}'],
  ],
  [
    'a message: system, blocks, input of tools, results',
    'messages',
    'request',
    {
      system: [{ type: 'text', text: 's' }],
      messages: [
        user('a'),
        { role: 'assistant', content: [{ type: 'tool_use', input: { x: 1 } }] },
        user([
          { type: 'tool_result', content: [{ type: 'text', text: 'r' }] },
          { type: 'text', text: 'b' },
        ]),
      ],
    },
    ['r', 'b'],
    ['s', 'a', '{"x":1}', 'r', 'b'],
  ],
  [
    'a document of plain text',
    'messages',
    'request',
    {
      messages: [
        user([
          { type: 'document', title: 't', source: { type: 'text', data: 'd' } },
          { type: 'document', source: { type: 'base64', data: 'AAAA' } },
        ]),
      ],
    },
    ['d', 't'],
    ['d', 't'],
  ],
  [
    'blocks of a message',
    'messages',
    'reply',
    {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'a' },
        { type: 'tool_use', input: {} },
      ],
    },
    ['a', '{}'],
    ['a', '{}', 'hm'],
  ],
  [
    'speech',
    'audio/speech',
    'request',
    { input: 'a', instructions: 'b', voice: 'v' },
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['images', 'images/generations', 'request', { prompt: 'a' }, ['a'], ['a']],
  [
    'what is passed through: every text',
    undefined,
    'request',
    [{ a: 'x', b: [1, { c: 'y' }] }, 'z'],
    ['x', 'y', 'z'],
    ['x', 'y', 'z'],
  ],
  ['a body of another shape has none', 'chat/completions', 'request', { messages: { role: 'user' } }, [], []],
  [
    'names of prototypes are names like others',
    undefined,
    'request',
    JSON.parse('{"__proto__":"a","constructor":{"b":"c"}}'),
    ['a', 'c'],
    ['a', 'c'],
  ],
]

describe('Texts', () => {
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
    ).toEqual({ body })
    const marked = places.map(({ text, form }) => (form === 'text' ? `<${text}>` : '{"new":1}'))
    const written = writeTexts(body as Json, places, marked)
    if ('fault' in written) throw new Error(written.fault)
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
          places.map(() => 'X'),
        )
        if ('fault' in written) throw new Error(written.fault)
        const blank = (text: string) =>
          JSON.parse(text, (_key, each) => (typeof each === 'string' ? 'X' : each)) as Json
        expect(JSON.stringify(written.body)).toBe(JSON.stringify(blank(JSON.stringify(body))))
      }),
    )
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
