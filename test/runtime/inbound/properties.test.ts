// What holds for both dialects and every chat: a stream that is read to its end is the whole reply, nothing from a
// provider throws, and what a reply carries comes back unchanged.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { replyToChunks } from '../../../runtime/inbound/output/reply-to-chunks.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { runs } from '../../support/property-seed.ts'
import { context } from './context.ts'
import { eventsOf, messageFromEvents, responseFromEvents } from './read-streams.ts'
import { recordedChats } from './recorded-chats.ts'
import { chats } from './sample-chats.ts'

const wholes = [
  ...Object.entries(chats),
  ...recordedChats.flatMap(each => (each.whole ? [[each.name, each.whole] as const] : [])),
]

describe('a complete stream equals the non-streamed reply', () => {
  test.each(wholes)('%s', (_, whole) => {
    const chunks = replyToChunks(whole)
    expect(messageFromEvents(eventsOf(inboundApis.messages.stream(context), chunks))).toEqual(
      inboundApis.messages.reply(whole, context),
    )
    expect(responseFromEvents(eventsOf(inboundApis.responses.stream(context), chunks))).toEqual(
      inboundApis.responses.reply(whole, context),
    )
  })
})

/** The reply as it is in the history of the next request, converted by the same inbound API. */
const replayed = {
  messages: (reply: JsonObject): object =>
    inboundApis.messages.request({
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: reply['content'] ?? [] },
        { role: 'user', content: 'And?' },
      ],
    }),
  responses: (reply: JsonObject): object =>
    inboundApis.responses.request({
      model: 'm',
      input: [{ role: 'user', content: 'Hi' }, ...asList(reply['output']), { role: 'user', content: 'And?' }],
    }),
} as const

describe('a reply round-trips through the history', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
  const blocks = asList(
    asObject(asObject(asList(chats['signed thinking between text and calls']?.['choices'])[0])['message'])[
      'content_blocks'
    ],
  )
  const google = { google: { thought_signature: 'gs' } }
  test.each<readonly [keyof typeof chats, JsonObject]>([
    ['text', { content: 'Hi' }],
    ['two calls', { content: null, tool_calls: [call, { ...call, id: 'b' }] }],
    ['text and a call', { content: 'Wait', tool_calls: [call] }],
    ['thinking in plain words', { content: 'Hi' }],
    ['thinking before a call', { content: null, reasoning_content: 'Hm', tool_calls: [call] }],
    [
      'thinking twice told, with details',
      {
        content: 'Hi',
        reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature: 'rs', index: 0 }],
      },
    ],
    [
      'signed thinking between text and calls',
      {
        content: [
          { type: 'text', text: 'Wait' },
          { type: 'text', text: 'Still' },
        ],
        tool_calls: [call],
        content_blocks: blocks,
      },
    ],
    ['a signed call', { content: null, tool_calls: [{ ...call, extra_content: google }] }],
    ['a signed message', { content: 'Hi', extra_content: google }],
  ])('%s', (name, said) => {
    const whole = chats[name] ?? {}
    for (const dialect of ['messages', 'responses'] as const) {
      const chat = replayed[dialect](inboundApis[dialect].reply(whole, context))
      expect(chat).toMatchObject({ body: { messages: [{}, { role: 'assistant' }, {}] } })
      const messages = isFailure(chat) || !('body' in chat) ? [] : asList(asObject(chat.body)['messages'])
      expect(messages[1], dialect).toEqual({ role: 'assistant', ...said })
    }
  })
})

describe('never throws', () => {
  const words = fc.constantFrom(
    'thinking',
    'text',
    'tool_use',
    'redacted_thinking',
    'thinking_delta',
    'text_delta',
    '',
    'stop',
    '{}',
    '{"a":',
  )
  const leaf: fc.Arbitrary<Json> = fc.oneof(
    words,
    fc.integer({ min: -1, max: 3 }),
    fc.boolean(),
    fc.constant(null),
  )
  const names = fc.constantFrom(
    ...'choices delta content content_blocks content_block index type text thinking signature data tool_calls function'.split(
      ' ',
    ),
    ...'name arguments id custom input refusal reasoning reasoning_content reasoning_details extra_content annotations'.split(
      ' ',
    ),
    ...'finish_reason logprobs usage model message role input instructions tools tool_choice messages system source'.split(
      ' ',
    ),
  )
  const { value } = fc.letrec<{ value: Json }>(tie => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 5 }),
    ),
  }))
  const object = fc.dictionary(names, value, { maxKeys: 6 })
  const delta = object.map((each): JsonObject => ({ choices: [{ index: 0, delta: each }] }))
  const chunks = fc.array(fc.oneof(delta, object), { maxLength: 6 })

  test('whatever a provider sends', () => {
    fc.assert(
      fc.property(chunks, object, (given, whole) => {
        messageFromEvents(eventsOf(inboundApis.messages.stream(context), given))
        responseFromEvents(eventsOf(inboundApis.responses.stream(context), given))
        const chat = { choices: [{ message: whole }] }
        expect(inboundApis.messages.reply(chat, context)['type']).toBe('message')
        expect(inboundApis.responses.reply(chat, context)['object']).toBe('response')
      }),
      { numRuns: runs(60), seed: 7 },
    )
  })

  test('whatever a client sends', () => {
    fc.assert(
      fc.property(object, fc.integer({ min: 100, max: 600 }), (body, status) => {
        const before = structuredClone(body)
        for (const api of [inboundApis.messages, inboundApis.responses]) {
          const chat = api.request(body)
          expect(isFailure(chat) ? chat.code : typeof chat.body).toMatch(/^(invalid_request|object)$/)
          api.error(body, status)
        }
        expect(body).toEqual(before)
      }),
      { numRuns: runs(60), seed: 7 },
    )
  })
})
