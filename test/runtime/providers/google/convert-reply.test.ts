// Whole replies → chat completions.
import { describe, expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/google/convert-reply.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'
import { candidate, functionCall } from './fixtures.ts'

const identifier = `call_${context.identifier}`
const choice = (parts: readonly JsonObject[], more: JsonObject = {}, strict = true) => {
  const reply = convertReply(candidate(parts, more), { ...context, strict })
  return (reply as unknown as { readonly choices: readonly JsonObject[] }).choices[0]
}

test('the whole shape', () => {
  const body = candidate(
    [{ text: 'hi' }],
    { finishReason: 'STOP' },
    { usageMetadata: { promptTokenCount: 1 } },
  )
  expect(convertReply(body, context)).toEqual({
    id: 'reply-1',
    object: 'chat.completion',
    created: context.now,
    model: 'gemini-test',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'hi', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 0,
      total_tokens: 1,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
  })
})

describe('messages', () => {
  const made = (index: number, name: string, written: string, more: JsonObject = {}) => ({
    id: `${identifier}_${index}`,
    type: 'function',
    function: { name, arguments: written },
    ...more,
  })
  const signed = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })
  const cases: readonly [title: string, parts: readonly JsonObject[], message: JsonObject][] = [
    ['texts are one', [{ text: 'a' }, { text: 'b' }], { content: 'ab' }],
    ['thoughts are not text', [{ text: 'hm', thought: true }, { text: 'a' }], { content: 'a' }],
    ['nothing', [], { content: '' }],
    [
      'calls get identifiers that they lack',
      [
        functionCall('f', {}),
        { functionCall: { id: 'own', name: 'g', args: { x: 1 } } },
        functionCall('h', {}),
      ],
      {
        content: null,
        tool_calls: [made(0, 'f', '{}'), { ...made(1, 'g', '{"x":1}'), id: 'own' }, made(2, 'h', '{}')],
      },
    ],
    [
      'text with tool calls',
      [{ text: 'a' }, functionCall('f', {})],
      { content: 'a', tool_calls: [made(0, 'f', '{}')] },
    ],
    [
      'signatures come along in strict replies too',
      [functionCall('f', {}, { thoughtSignature: 's' }), { text: '', thoughtSignature: 't' }],
      { content: null, tool_calls: [made(0, 'f', '{}', signed('s'))], ...signed('t') },
    ],
    [
      'a call without arguments',
      [{ functionCall: { name: 'f' } }],
      { content: null, tool_calls: [made(0, 'f', '{}')] },
    ],
    ['not a tool call', [{ functionCall: { args: {} } }, { hologram: 1 }], { content: '' }],
  ]
  test.each(cases)('%s', (_, parts, message) => {
    expect(choice(parts, { finishReason: 'STOP' })).toMatchObject({
      message: { role: 'assistant', refusal: null, ...message },
      finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop',
    })
  })
})

describe('finish reasons', () => {
  const cases: readonly [native: JsonObject, finish: string, refusal: string | null][] = [
    [{ finishReason: 'STOP' }, 'stop', null],
    [{ finishReason: 'MAX_TOKENS' }, 'length', null],
    [{ finishReason: 2 }, 'length', null],
    [{ finishReason: 3 }, 'content_filter', null],
    [{ finishReason: 99 }, 'stop', null],
    [{ finishReason: 'SAFETY', finishMessage: 'Blocked.' }, 'content_filter', 'Blocked.'],
    ...['RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'MODEL_ARMOR', 'IMAGE_SAFETY'].map(
      (word): [JsonObject, string, null] => [{ finishReason: word }, 'content_filter', null],
    ),
    [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'x' }, 'stop', null],
    [{ finishReason: 'UNEXPECTED_TOOL_CALL' }, 'stop', null],
    [{}, 'stop', null],
  ]
  test.each(cases)('%j', (native, finish, refusal) => {
    expect(choice([{ text: 'a' }], native)).toMatchObject({ finish_reason: finish, message: { refusal } })
  })

  test('truncated tool calls', () => {
    expect(choice([functionCall('f', {})], { finishReason: 'MAX_TOKENS' })).toMatchObject({
      finish_reason: 'length',
    })
  })
})

describe('a blocked prompt is a reply', () => {
  const cases: readonly [feedback: JsonObject, refusal: string][] = [
    [{ blockReason: 'SAFETY' }, 'The provider blocked the prompt: SAFETY.'],
    [{ blockReason: 'OTHER', blockReasonMessage: 'Not this.' }, 'Not this.'],
  ]
  test.each(cases)('%j', (promptFeedback, refusal) => {
    const reply = convertReply({ promptFeedback, usageMetadata: { promptTokenCount: 3 } }, context)
    expect(reply).toMatchObject({
      choices: [{ message: { content: null, refusal }, finish_reason: 'content_filter' }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    })
  })
})

test('several candidates are several choices, and no two calls have one identifier', () => {
  const [first] = candidate([functionCall('f', {})], { finishReason: 'STOP' }).candidates
  const body = { candidates: [first ?? null, { ...first, index: 1 }] }
  const reply = convertReply(body, context)
  expect(reply).toMatchObject({
    choices: [
      { index: 0, message: { tool_calls: [{ id: `${identifier}_0` }] } },
      { index: 1, message: { tool_calls: [{ id: `${identifier}_1` }] } },
    ],
  })
})

test('log probabilities', () => {
  const logprobsResult = {
    chosenCandidates: [{ token: 'a', tokenId: 1, logProbability: -0.5 }],
    topCandidates: [
      {
        candidates: [
          { token: 'a', logProbability: -0.5 },
          { token: 'b', logProbability: -1 },
        ],
      },
    ],
  }
  expect(choice([{ text: 'a' }], { logprobsResult })).toMatchObject({
    logprobs: {
      content: [
        {
          token: 'a',
          logprob: -0.5,
          bytes: null,
          top_logprobs: [
            { token: 'a', logprob: -0.5, bytes: null },
            { token: 'b', logprob: -1, bytes: null },
          ],
        },
      ],
      refusal: null,
    },
  })
})

describe('not strict', () => {
  test('blocks in the shapes of other providers, and native fields', () => {
    const more = {
      finishReason: 'STOP',
      groundingMetadata: { a: 1 },
      safetyRatings: [],
      citationMetadata: {},
    }
    const parts = [
      { text: 'h', thought: true },
      { text: 'm', thought: true },
      { text: 'a' },
      { text: '' },
      { text: 'b' },
      { inlineData: { mimeType: 'image/png', data: 'AA==' }, thoughtSignature: 's' },
      { executableCode: { code: '1' } },
      functionCall('f', { x: 1 }),
    ]
    expect(choice(parts, more, false)).toMatchObject({
      message: {
        content_blocks: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'ab' },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
            thought_signature: 's',
          },
          { type: 'google_part', part: { executableCode: { code: '1' } } },
          { type: 'tool_use', id: `${identifier}_0`, name: 'f', input: { x: 1 } },
        ],
      },
      native_finish_reason: 'STOP',
      grounding_metadata: { a: 1 },
      safety_ratings: [],
      citation_metadata: {},
    })
  })
})

describe('unreadable replies', () => {
  const cases: readonly [title: string, body: unknown, message: string][] = [
    ['text', 'hello', "The provider's reply is not a JSON object."],
    ['nothing', undefined, "The provider's reply is not a JSON object."],
    ['no candidates', {}, 'The provider returned no candidates.'],
    ['an error', { error: { code: 500, message: 'Oh.' } }, 'Oh.'],
    ['an error in a list', [{ error: { code: 500, message: 'Oh.' } }], 'Oh.'],
  ]
  test.each(cases)('%s', (_, body, message) => {
    expect(convertReply(body, context)).toMatchObject({ code: 'invalid_upstream_reply', message })
  })
})

describe('a call that the provider could not read', () => {
  const malformed = { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: f(' }

  test.each([
    ['nothing', []],
    ['an empty text', [{ text: '' }]],
    ['a thought', [{ text: 'hm', thought: true }]],
  ])('is a failed reply where there is no other content: %s', (_, parts) =>
    expect(convertReply(candidate(parts, malformed), context)).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringContaining('Malformed function call: f('),
    }),
  )

  test('is a normal end after a text', () =>
    expect(choice([{ text: 'a' }], malformed)).toMatchObject({ finish_reason: 'stop' }))
})
