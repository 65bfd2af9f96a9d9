// How each dialect reports usage: in a whole reply, and in a stream, where it may come in parts.
import fc from 'fast-check'
import type { Step } from '../../support/scripted-upstream.ts'
import { eventFrame } from '../streams/aws-event-bytes.ts'
import {
  CHATS,
  data,
  inPieces,
  json,
  type NativeUsage,
  named,
  nested,
  number,
  tokens,
  type UsageForm,
} from './usage-form.ts'
import { responses, vendor } from './vendor-usage.ts'

const claudeMessage = (content: readonly object[], usage: unknown) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content },
  ...{ stop_reason: 'end_turn', stop_sequence: null, usage },
})

const claude = (
  name: string,
  provider: string,
  model: string,
  routes: readonly string[],
  settings: object = {},
): UsageForm => ({
  name,
  provider,
  settings,
  model,
  routes,
  usage: fc.record({
    input_tokens: tokens,
    cache_read_input_tokens: tokens,
    cache_creation_input_tokens: tokens,
    output_tokens: fc.integer({ min: 1, max: 9000 }),
  }),
  counts: usage => [
    number(usage['input_tokens']) +
      number(usage['cache_read_input_tokens']) +
      number(usage['cache_creation_input_tokens']),
    number(usage['output_tokens']),
    number(usage['cache_read_input_tokens']),
  ],
  // What a tool is called with may look like usage.
  whole: (usage, text) =>
    json(
      claudeMessage(
        [
          { type: 'text', text },
          { type: 'tool_use', id: 't', name: 'f', input: { usage: { input_tokens: 1 } } },
        ],
        usage,
      ),
    ),
  stream: ([first, ...others], text) => ({
    events: [
      named('message_start', { message: claudeMessage([], first) }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...inPieces(text).map(piece =>
        named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
      ),
      named('content_block_stop', { index: 0 }),
      ...others.map(usage => named('message_delta', { delta: { stop_reason: 'end_turn' }, usage })),
      named('message_stop'),
    ],
  }),
  parts: 3,
})

const google: UsageForm = {
  name: 'google',
  provider: 'google',
  model: 'gemini-2.5-flash',
  routes: CHATS,
  usage: fc.record({
    promptTokenCount: fc.integer({ min: 50_000, max: 100_000 }),
    cachedContentTokenCount: fc.nat(50_000),
    candidatesTokenCount: fc.integer({ min: 1, max: 9000 }),
    thoughtsTokenCount: fc.nat(9000),
  }),
  counts: usage => [
    number(usage['promptTokenCount']),
    number(usage['candidatesTokenCount']) + number(usage['thoughtsTokenCount']),
    number(usage['cachedContentTokenCount']),
  ],
  whole: (usage, text) =>
    json({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, finishReason: 'STOP' }],
      usageMetadata: usage,
    }),
  // The last usage is complete, and replaces those before it.
  stream: (given, text) => streamOfGemini([...given.slice(0, -1), whole(given)], text),
  parts: 3,
}

/** All that the parts report. */
const whole = (parts: readonly NativeUsage[]): NativeUsage =>
  Object.fromEntries(parts.flatMap(part => Object.entries(part).filter(([, value]) => value !== null)))

const streamOfGemini = (parts: readonly NativeUsage[], text: string): Step => ({
  events: [
    ...inPieces(text).map((piece, index) =>
      data({
        candidates: [{ content: { role: 'model', parts: [{ text: piece }] }, index: 0 }],
        ...(parts.length > 1 && index === 0 ? { usageMetadata: parts[0] } : {}),
      }),
    ),
    ...parts.slice(parts.length > 1 ? 1 : 0).map((usageMetadata, index, { length }) =>
      data({
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'x' }] },
            index: 0,
            ...(index === length - 1 ? { finishReason: 'STOP' } : {}),
          },
        ],
        usageMetadata,
      }),
    ),
  ],
})

const bedrock: UsageForm = {
  name: 'bedrock',
  provider: 'bedrock',
  settings: { cloud1_region: 'us-east-1' },
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  routes: CHATS,
  usage: fc.record({
    inputTokens: tokens,
    outputTokens: fc.integer({ min: 1, max: 9000 }),
    cacheReadInputTokens: tokens,
    cacheWriteInputTokens: tokens,
  }),
  counts: usage => [
    number(usage['inputTokens']) +
      number(usage['cacheReadInputTokens']) +
      number(usage['cacheWriteInputTokens']),
    number(usage['outputTokens']),
    number(usage['cacheReadInputTokens']),
  ],
  whole: (usage, text) =>
    json({
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason: 'end_turn',
      usage,
    }),
  stream: (parts, text) => ({
    status: 200,
    headers: ['content-type', 'application/vnd.amazon.eventstream'],
    bytes: Buffer.concat(
      [
        ['messageStart', { role: 'assistant' }] as const,
        ...parts.slice(0, -1).map(usage => ['metadata', { usage }] as const),
        ...inPieces(text).map(
          piece => ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: piece } }] as const,
        ),
        ['contentBlockStop', { contentBlockIndex: 0 }] as const,
        // With counts before it, the stop ends the reply.
        ...(parts.length > 1
          ? ([
              ['metadata', { usage: parts.at(-1) }],
              ['messageStop', { stopReason: 'end_turn' }],
            ] as const)
          : ([
              ['messageStop', { stopReason: 'end_turn' }],
              ['metadata', { usage: parts[0] }],
            ] as const)),
      ].map(([type, payload]) => eventFrame(type, payload)),
    ),
  }),
  parts: 3,
}

const cohere: UsageForm = {
  name: 'cohere',
  provider: 'cohere',
  model: 'command-a-03-2025',
  routes: CHATS,
  usage: fc.record({ input: tokens, output: fc.integer({ min: 1, max: 9000 }) }).map(({ input, output }) => ({
    billed_units: { input_tokens: input, output_tokens: output },
    tokens: { input_tokens: input + 66, output_tokens: output + 1 },
  })),
  counts: usage => [
    nested(usage, 'billed_units', 'input_tokens'),
    nested(usage, 'billed_units', 'output_tokens'),
    0,
  ],
  whole: (usage, text) =>
    json({
      ...{ id: 'c', finish_reason: 'COMPLETE', usage },
      message: { role: 'assistant', content: [{ type: 'text', text }] },
    }),
  stream: ([usage], text) => ({
    events: [
      named('message-start', { id: 'c', delta: { message: { role: 'assistant' } } }),
      named('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
      ...inPieces(text).map(piece =>
        named('content-delta', { index: 0, delta: { message: { content: { text: piece } } } }),
      ),
      named('content-end', { index: 0 }),
      named('message-end', { delta: { finish_reason: 'COMPLETE', usage } }),
      data('[DONE]'),
    ],
  }),
  parts: 1,
}

const ollamaBody = (content: string, more: object): object => ({
  ...{ model: 'm', created_at: '2025-01-01T00:00:00Z', message: { role: 'assistant', content } },
  ...more,
})

const ollama: UsageForm = {
  name: 'ollama',
  provider: 'ollama-native',
  model: 'qwen3',
  routes: CHATS,
  usage: fc.record({ prompt_eval_count: tokens, eval_count: fc.integer({ min: 1, max: 9000 }) }),
  counts: usage => [number(usage['prompt_eval_count']), number(usage['eval_count']), 0],
  whole: (usage, text) => json(ollamaBody(text, { done: true, done_reason: 'stop', ...usage })),
  stream: ([usage], text) => ({
    status: 200,
    headers: ['content-type', 'application/x-ndjson'],
    text: [
      ...inPieces(text).map(piece => ollamaBody(piece, { done: false })),
      ollamaBody('', { done: true, done_reason: 'stop', ...usage }),
    ]
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  }),
  parts: 1,
}

export const usageForms: readonly UsageForm[] = [
  claude('messages', 'anthropic', 'claude-sonnet-4-5', CHATS),
  claude('messages of a compatible provider', 'deepseek', 'deepseek-chat', ['/messages']),
  claude('messages at a cloud', 'vertex', 'claude-sonnet-4-5', CHATS, {
    cloud3_project_id: 'project',
    cloud3_region: 'europe-west1',
  }),
  claude('messages of a local server', 'vllm', 'qwen', ['/messages'], {
    custom_host: 'https://a.example/v1',
  }),
  vendor('chats', 'openai', 'gpt-4o', ['/chat/completions', '/messages']),
  vendor('chats of a compatible provider', 'mistral', 'mistral-large-latest'),
  vendor('chats of another compatible provider', 'groq', 'llama-3.3-70b-versatile', [
    '/chat/completions',
    '/messages',
  ]),
  responses,
  google,
  bedrock,
  cohere,
  ollama,
]

/** Where each field of a usage is reported, if it is reported in two parts. */
const placement = fc.constantFrom('first', 'last', 'both', 'first, then null', 'corrected')

/** The parts in which a stream may report a usage, so that they amount to it. */
export const partsOf = (usage: NativeUsage, parts: number): fc.Arbitrary<readonly NativeUsage[]> => {
  const names = Object.keys(usage)
  if (parts === 1) return fc.constant([usage])
  return fc
    .tuple(fc.array(placement, { minLength: names.length, maxLength: names.length }), fc.boolean())
    .map(([places, isThrice]) => {
      const first: Record<string, unknown> = {}
      const last: Record<string, unknown> = {}
      for (const [index, name] of names.entries()) {
        const place = places[index]
        const value = usage[name]
        if (place === 'corrected') first[name] = typeof value === 'number' ? value + 7 : value
        else if (place !== 'last') first[name] = value
        if (place === 'first, then null') last[name] = null
        else if (place !== 'first') last[name] = value
      }
      return isThrice && parts > 2 ? [first, first, last] : [first, last]
    })
}
