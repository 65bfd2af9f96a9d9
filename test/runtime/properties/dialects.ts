// The dialects of the catalog for the property tests: one stored provider each, and the same replies in its own format.

import type { Step } from '../../support/scripted-upstream.ts'
import { eventFrame } from '../streams/aws-event-bytes.ts'

interface Refusal {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: object
}

export interface Dialect {
  readonly name: string
  readonly stored: Readonly<Record<string, unknown>>
  readonly model: string
  /** A whole reply: a text, with the same usage everywhere (12 prompt tokens, 4 of them cached, and 8 more). */
  readonly textReply: (text: string) => Step
  /** A whole reply with two tool calls. */
  readonly calls: Step
  /** A stream of a text in two pieces. */
  readonly stream: Step
  /** A rejection of the request's credential. */
  readonly refusal: Refusal
}

const KEY = '${env:KEY}'
const data = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const named = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const refusal = (body: object): Refusal => ({ status: 401, headers: ['retry-after', '3'], body })

const vendorUsage = {
  prompt_tokens: 12,
  completion_tokens: 8,
  total_tokens: 20,
  prompt_tokens_details: { cached_tokens: 4 },
}
const vendorChunk = (delta: object, finish: string | null = null): string =>
  data({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
const vendorBody = (message: object, finish: string): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: vendorUsage,
})
const vendorCall = (id: string, city: string): object => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: JSON.stringify({ city }) },
})

const vendor = (name: string, stored: Readonly<Record<string, unknown>>, model: string): Dialect => ({
  name,
  stored,
  model,
  textReply: text => ({ status: 200, body: vendorBody({ content: text }, 'stop') }),
  calls: {
    status: 200,
    body: vendorBody(
      { content: null, tool_calls: [vendorCall('a', 'Rome'), vendorCall('b', 'Oslo')] },
      'tool_calls',
    ),
  },
  stream: {
    events: [
      vendorChunk({ role: 'assistant', content: '' }),
      vendorChunk({ content: 'Hel' }),
      vendorChunk({ content: 'lo' }),
      vendorChunk({}, 'stop'),
      data({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [],
        usage: vendorUsage,
      }),
      data('[DONE]'),
    ],
  },
  refusal: refusal({ error: { message: 'bad key', type: 'invalid_request_error', code: 'invalid_api_key' } }),
})

const anthropicUsage = {
  input_tokens: 8,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 0,
  output_tokens: 8,
}
const anthropicBody = (content: readonly object[], reason: string): object => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: reason },
  usage: anthropicUsage,
})
const anthropicCall = (id: string, city: string): object => ({
  type: 'tool_use',
  id,
  name: 'weather',
  input: { city },
})

const anthropic: Dialect = {
  name: 'anthropic',
  stored: { provider: 'anthropic', api_key: KEY },
  model: 'claude-sonnet-4-5',
  textReply: text => ({ status: 200, body: anthropicBody([{ type: 'text', text }], 'end_turn') }),
  calls: {
    status: 200,
    body: anthropicBody([anthropicCall('a', 'Rome'), anthropicCall('b', 'Oslo')], 'tool_use'),
  },
  stream: {
    events: [
      named('message_start', { message: anthropicBody([], '') }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      named('ping'),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'lo' } }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 8 } }),
      named('message_stop'),
    ],
  },
  refusal: refusal({ type: 'error', error: { type: 'authentication_error', message: 'bad key' } }),
}

const googleUsage = {
  promptTokenCount: 12,
  cachedContentTokenCount: 4,
  candidatesTokenCount: 8,
  totalTokenCount: 20,
}
const googleBody = (parts: readonly object[], more: object = { finishReason: 'STOP' }): object => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  usageMetadata: googleUsage,
})
const googleCall = (id: string, city: string): object => ({
  functionCall: { id, name: 'weather', args: { city } },
})

const google: Dialect = {
  name: 'google',
  stored: { provider: 'google', api_key: KEY },
  model: 'gemini-2.5-flash',
  textReply: text => ({ status: 200, body: googleBody([{ text }]) }),
  calls: { status: 200, body: googleBody([googleCall('a', 'Rome'), googleCall('b', 'Oslo')]) },
  stream: { events: [data(googleBody([{ text: 'Hel' }], {})), data(googleBody([{ text: 'lo' }]))] },
  refusal: refusal({ error: { code: 401, message: 'bad key', status: 'UNAUTHENTICATED' } }),
}

const bedrockUsage = {
  inputTokens: 8,
  outputTokens: 8,
  totalTokens: 20,
  cacheReadInputTokens: 4,
  cacheWriteInputTokens: 0,
}
const bedrockBody = (content: readonly object[], stopReason: string): object => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: bedrockUsage,
})
const bedrockCall = (toolUseId: string, city: string): object => ({
  toolUse: { toolUseId, name: 'weather', input: { city } },
})
const bedrockEvents: readonly (readonly [string, object])[] = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hel' } }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'lo' } }],
  ['contentBlockStop', { contentBlockIndex: 0 }],
  ['messageStop', { stopReason: 'end_turn' }],
  ['metadata', { usage: bedrockUsage }],
]

const bedrock: Dialect = {
  name: 'bedrock',
  stored: { provider: 'bedrock', api_key: KEY, cloud1_region: 'us-east-1' },
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  textReply: text => ({ status: 200, body: bedrockBody([{ text }], 'end_turn') }),
  calls: { status: 200, body: bedrockBody([bedrockCall('a', 'Rome'), bedrockCall('b', 'Oslo')], 'tool_use') },
  stream: {
    status: 200,
    headers: ['content-type', 'application/vnd.amazon.eventstream'],
    bytes: Buffer.concat(bedrockEvents.map(([type, payload]) => eventFrame(type, payload))),
  },
  refusal: { status: 401, headers: ['retry-after', '3'], body: { message: 'bad key' } },
}

const cohereUsage = { tokens: { input_tokens: 12, output_tokens: 8 }, cached_tokens: 4 }
const cohereBody = (message: object, reason: string): object => ({
  id: 'c',
  finish_reason: reason,
  message: { role: 'assistant', ...message },
  usage: cohereUsage,
})

const cohere: Dialect = {
  name: 'cohere',
  stored: { provider: 'cohere', api_key: KEY },
  model: 'command-a-03-2025',
  textReply: text => ({ status: 200, body: cohereBody({ content: [{ type: 'text', text }] }, 'COMPLETE') }),
  calls: {
    status: 200,
    body: cohereBody({ tool_calls: [vendorCall('a', 'Rome'), vendorCall('b', 'Oslo')] }, 'TOOL_CALL'),
  },
  stream: {
    events: [
      named('message-start', { id: 'c', delta: { message: { role: 'assistant' } } }),
      named('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
      named('content-delta', { index: 0, delta: { message: { content: { text: 'Hel' } } } }),
      named('content-delta', { index: 0, delta: { message: { content: { text: 'lo' } } } }),
      named('content-end', { index: 0 }),
      named('message-end', { delta: { finish_reason: 'COMPLETE', usage: cohereUsage } }),
      data('[DONE]'),
    ],
  },
  refusal: refusal({ id: 'x', message: 'bad key' }),
}

const ollamaBody = (message: object, more: object): object => ({
  model: 'm',
  created_at: '2025-01-01T00:00:00Z',
  message: { role: 'assistant', ...message },
  ...more,
})
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 8 }
const ollamaCall = (city: string): object => ({ function: { name: 'weather', arguments: { city } } })

const ollama: Dialect = {
  name: 'ollama-native',
  stored: { provider: 'ollama-native' },
  model: 'qwen3',
  textReply: text => ({ status: 200, body: ollamaBody({ content: text }, ollamaEnd) }),
  calls: {
    status: 200,
    body: ollamaBody({ content: '', tool_calls: [ollamaCall('Rome'), ollamaCall('Oslo')] }, ollamaEnd),
  },
  stream: {
    status: 200,
    headers: ['content-type', 'application/x-ndjson'],
    text: [
      ollamaBody({ content: 'Hel' }, { done: false }),
      ollamaBody({ content: 'lo' }, { done: false }),
      ollamaBody({ content: '' }, ollamaEnd),
    ]
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  },
  refusal: refusal({ error: 'bad key' }),
}

export const dialects: readonly Dialect[] = [
  vendor('openai', { provider: 'openai', api_key: KEY }, 'gpt-4o'),
  vendor('mistral', { provider: 'mistral', api_key: KEY }, 'mistral-large-latest'),
  vendor(
    'azure',
    {
      provider: 'azure',
      api_key: KEY,
      resource_name: 'contoso',
      deployment_id: 'd',
      api_version: '2024-10-21',
    },
    'gpt-4o',
  ),
  anthropic,
  google,
  {
    ...google,
    name: 'vertex',
    stored: { provider: 'vertex', api_key: KEY, cloud3_region: 'us-central1', cloud3_project_id: 'p' },
  },
  bedrock,
  cohere,
  ollama,
]

/** The table for `it.each`, by name. */
export const byName = (
  fits: (dialect: Dialect) => boolean = () => true,
): readonly (readonly [string, Dialect])[] =>
  dialects.filter(fits).map(dialect => [dialect.name, dialect] as const)

/** Dialects that are not translated: requests arrive and replies return unchanged. */
export const isUntouched = ({ name }: Dialect): boolean => name === 'openai' || name === 'azure'
