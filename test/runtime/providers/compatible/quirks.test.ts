// Deviations of providers from the OpenAI schema, and their normalization (wire facts, "Traps").
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { convertRequest } from '../../../../runtime/providers/compatible/convert-request.ts'
import { normalizeReply } from '../../../../runtime/providers/compatible/normalize-reply.ts'
import { normalizeStream } from '../../../../runtime/providers/compatible/normalize-stream.ts'
import { streamTruncatedError } from '../../../../runtime/wire/error.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { chunksOf, fold, stepsOf } from '../fold.ts'
import { context } from './context.ts'

const encoder = new TextEncoder()
const data = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const choice = (delta: object, finish: unknown = null): object => ({
  id: 'x',
  created: 5,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const steps = (...events: readonly unknown[]) =>
  stepsOf(normalizeStream(context), [encoder.encode(events.map(data).join(''))])
const call = (index: number | undefined, id: string | undefined, name?: string, given?: unknown): object => ({
  tool_calls: [
    {
      ...(index === undefined ? {} : { index }),
      ...(id ? { id } : {}),
      function: { name, arguments: given },
    },
  ],
})

describe('tool calls in streams are keyed by index and identifier', () => {
  it.each([
    [
      'several calls under the index 0',
      [call(0, 'a', 'f', '{}'), call(0, 'b', 'g', '{"x":1}')],
      ['{}', '{"x":1}'],
    ],
    [
      'no index is the next call',
      [call(undefined, 'a', 'f', '{}'), call(undefined, 'b', 'g', '{}')],
      ['{}', '{}'],
    ],
    [
      'pieces without an identifier follow their index',
      [call(0, 'a', 'f', '{"'), call(0, undefined, undefined, 'x":1}')],
      ['{"x":1}'],
    ],
    ['arguments that are an object', [call(0, 'a', 'f', { x: 1 })], ['{"x":1}']],
    ['no arguments at all', [call(0, 'a', 'f', '')], ['{}']],
    ['arguments that are the text null', [call(0, 'a', 'f', 'null')], ['{}']],
  ])('%s', (_title, deltas, given) => {
    const folded = fold(steps(...deltas.map(each => choice(each)), choice({}, 'stop'), '[DONE]'))
    expect([folded.toolCalls.map(each => each.arguments), folded.finish]).toEqual([given, 'tool_calls'])
  })
})

describe('streams', () => {
  it.each([
    ['content in a list', [choice({ content: [{ type: 'text', text: 'a' }] }), choice({}, 'stop'), '[DONE]']],
    ['a native finish reason', [choice({ content: 'a' }), choice({}, 'eos'), '[DONE]']],
    [
      'a finish that is repeated',
      [choice({ content: 'a' }, 'stop'), choice({ content: '' }, 'stop'), '[DONE]'],
    ],
    ['no [DONE]', [choice({ content: 'a' }), choice({}, 'stop')]],
    [
      'the role in every chunk',
      [choice({ role: 'assistant', content: 'a' }), choice({ role: 'assistant' }, 'stop')],
    ],
    [
      'a growing message next to the delta',
      [{ ...choice({ content: 'a' }, 'stop'), object: 'chat.completion.done' }],
    ],
    [
      'no identifier and no time',
      [{ choices: [{ delta: { content: 'a' } }], id: '', created: 0 }, choice({}, 'stop')],
    ],
  ])('%s', (_title, events) => {
    const folded = fold(steps(...events))
    expect([folded.content, folded.finish]).toEqual(['a', 'stop'])
  })

  it.each([
    ['without a finish reason', [choice({ content: 'a' }), '[DONE]']],
    ['with an empty one', [choice({ content: 'a' }, ''), '[DONE]']],
    [
      'without one for a choice',
      [choice({ content: 'a' }, 'stop'), { choices: [{ index: 1, delta: {} }] }, '[DONE]'],
    ],
    ['without choices', [{ choices: [] }, '[DONE]']],
    ['with choices that are null', [{ choices: null }, '[DONE]']],
  ])('%s were truncated: none is made up', (_title, events) => {
    expect(steps(...events).slice(-1)).toEqual([{ error: streamTruncatedError }])
  })

  it('end with [DONE] alone at a provider that sends no finish reasons, and at no other end', () => {
    const stepsThere = (...events: readonly unknown[]) =>
      stepsOf(normalizeStream({ ...context, quirks: ['no-finish-reason'] }), [
        encoder.encode(events.map(data).join('')),
      ])
    expect(fold(stepsThere(choice({ content: 'a' }, ''), '[DONE]')).finish).toBe('stop')
    expect(fold(stepsThere(choice(call(0, 'a', 'f', '{}')), '[DONE]')).finish).toBe('tool_calls')
    for (const events of [[choice({ content: 'a' })], [{ choices: null }, '[DONE]']])
      expect(stepsThere(...events).slice(-1)).toEqual([{ error: streamTruncatedError }])
  })

  it('send usage once, at the end, wherever it came', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    const folded = fold(
      steps({ ...choice({ content: 'a' }), usage: { prompt_tokens: 0 } }, { ...choice({}, 'stop'), usage }),
    )
    expect(folded.usage).toEqual(usage)
  })

  it('include reasoning in completion tokens, where a provider counts it in the total only', () => {
    const counted = (details: object, total: number) =>
      fold(
        steps({
          ...choice({ content: 'a' }, 'stop'),
          usage: { prompt_tokens: 10, completion_tokens: 50, total_tokens: total, ...details },
        }),
      ).usage
    const details = { completion_tokens_details: { reasoning_tokens: 340 } }
    expect([counted(details, 400), counted(details, 60), counted({}, 60)]).toMatchObject([
      { completion_tokens: 390 },
      { completion_tokens: 50 },
      { completion_tokens: 50 },
    ])
  })

  it('pass unknown fields, once', () => {
    const chunks = chunksOf(steps({ ...choice({ content: 'a' }), citations: ['u'] }, choice({}, 'stop')))
    expect(chunks.filter(chunk => 'citations' in chunk)).toHaveLength(1)
  })

  it.each([
    [
      'an error in a chunk',
      [choice({ content: 'a' }), { error: { message: 'overloaded', code: 502 } }, '[DONE]'],
    ],
  ])('%s ends the stream without a finish', (_title, events) => {
    expect(steps(...events).at(-1)).toMatchObject({ error: { message: 'overloaded', code: 502 } })
  })

  it('a stream that ends before its finish reason is truncated', () => {
    expect(steps(choice({ content: 'a' })).at(-1)).toHaveProperty('error')
  })

  it('no event throws, and none comes after the end', () => {
    const words = fc.record(
      {
        choices: fc.array(
          fc.record(
            { index: fc.jsonValue(), delta: fc.jsonValue(), finish_reason: fc.jsonValue() },
            { requiredKeys: [] },
          ),
        ),
        usage: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.jsonValue(), fc.constant('[DONE]'))), events => {
        const ended = steps(...events)
        const ends = ended.filter(step => step === 'done' || 'error' in step)
        expect(ends).toEqual(ended.slice(-1))
      }),
    )
  })
})

describe('whole replies', () => {
  const reply = (message: object, finish: string): JsonObject =>
    normalizeReply({ choices: [{ message, finish_reason: finish }] }, context) as JsonObject

  it.each([
    [
      'thinking among the parts of the content',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'a' },
        ],
      },
      'stop',
      { content: 'a', reasoning_content: 'hm' },
    ],
    [
      'calls with an object as arguments and no identifier',
      { tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] },
      'tool_call',
      { content: null, tool_calls: [{ id: 'call_abc_0_0', function: { name: 'f', arguments: '{"x":1}' } }] },
    ],
    [
      'reasoning details',
      { content: 'a', reasoning_details: [{ data: 'x' }] },
      'stop',
      { reasoning_details: [{ data: 'x' }] },
    ],
  ])('%s', (_title, message, finish, expected) => {
    expect(reply(message, finish)).toMatchObject({
      id: 'chatcmpl-abc',
      object: 'chat.completion',
      created: context.now,
      model: 'asked',
      choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...expected }, logprobs: null }],
    })
  })

  it('anything but a chat completion is a failure', () => {
    for (const body of [null, 1, 'x', {}, { choices: 1 }])
      expect(normalizeReply(body, context)).toHaveProperty('code')
  })
})

describe('requests', () => {
  const quirks = ['document-url', 'prefix-mark', 'short-call-ids', 'thinking-in-content']
  const hello = { role: 'user', content: 'hello' }
  const written = (messages: readonly object[]) =>
    (
      convertRequest({ messages } as never, { ...context, quirks }).body as {
        messages: Record<string, unknown>[]
      }
    ).messages

  test('ids a provider refuses (nine characters) are mapped both ways', () => {
    const [asked, one, two] = written([
      { role: 'assistant', tool_calls: [{ id: 'call_0123456789' }, { id: 'vAKGXGFZD' }] },
      { role: 'tool', tool_call_id: 'call_0123456789' },
      { role: 'tool', tool_call_id: 'vAKGXGFZD' },
    ])
    const calls = asked?.['tool_calls'] as { id: string }[]
    expect(calls.map(({ id }) => id)).toEqual([one?.['tool_call_id'], two?.['tool_call_id']])
    expect(calls[0]?.id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(calls[1]?.id).toBe('vAKGXGFZD')
  })

  it('are the same each time, and distinct identifiers stay distinct', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 40 }), identifiers => {
        const messages = [{ role: 'assistant', tool_calls: identifiers.map(id => ({ id })) }]
        const [message = {}] = written(messages)
        const ids = (message['tool_calls'] as { id: string }[]).map(({ id }) => id)
        expect(new Set(ids).size).toBe(identifiers.length)
        expect(written(messages)).toEqual(written(messages))
      }),
    )
  })

  it('reasoning goes back as a content part', () => {
    expect(written([{ role: 'assistant', content: 'a', reasoning_content: 'hm' }, hello])).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'a' },
        ],
      },
      hello,
    ])
  })

  test('a reply that the client began is marked, earlier replies and calls are not', () => {
    const reply = { role: 'assistant', content: 'a' }
    expect(written([reply, hello, reply])).toEqual([reply, hello, { ...reply, prefix: true }])
    expect(written([hello, { ...reply, prefix: false }])[1]).toMatchObject({ prefix: false })
    expect(written([{ role: 'assistant', tool_calls: [{ id: 'vAKGXGFZD' }] }])[0]).not.toHaveProperty(
      'prefix',
    )
  })

  it.each<[string, object, object]>([
    [
      'bytes with a name',
      { file_data: 'data:application/pdf;base64,QQ==', filename: 'a.pdf' },
      { type: 'document_url', document_url: 'data:application/pdf;base64,QQ==', document_name: 'a.pdf' },
    ],
    ['a URL', { file_data: 'https://a/b.pdf' }, { type: 'document_url', document_url: 'https://a/b.pdf' }],
    [
      'an image',
      { file_data: 'data:image/png;base64,QQ==' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } },
    ],
    ['the id of a file', { file_id: 'f' }, { type: 'file', file: { file_id: 'f' } }],
  ])('files become documents by URL: %s', (_, file, expected) =>
    expect(written([{ role: 'user', content: [{ type: 'file', file }] }])).toEqual([
      { role: 'user', content: [expected] },
    ]),
  )

  it('renames and omissions of the provider spec apply; the request is not mutated', () => {
    const body = Object.freeze({ max_completion_tokens: 5, logprobs: true, stream_options: {}, top_p: 1 })
    const given = {
      ...context,
      renames: { max_completion_tokens: 'max_tokens' },
      omits: ['logprobs', 'stream_options'],
    }
    expect(convertRequest(body, given)).toEqual({ body: { max_tokens: 5, top_p: 1 }, dropped: ['logprobs'] })
  })
})
