// Non-strict replies of translated chats have the thinking as `reasoning_content` and images as `images`, whole and in
// deltas; strict ones have neither.
import { describe, expect, it } from 'vitest'
import { convertReply as anthropicReply } from '../../../runtime/providers/anthropic/convert-reply.ts'
import { mapStream as anthropicStream } from '../../../runtime/providers/anthropic/map-stream.ts'
import { convertReply as bedrockReply } from '../../../runtime/providers/bedrock/convert-reply.ts'
import { mapStream as bedrockStream } from '../../../runtime/providers/bedrock/map-stream.ts'
import { convertReply as cohereReply } from '../../../runtime/providers/cohere/convert-reply.ts'
import { mapStream as cohereStream } from '../../../runtime/providers/cohere/map-stream.ts'
import { convertReply as googleReply } from '../../../runtime/providers/google/convert-reply.ts'
import { mapStream as googleStream } from '../../../runtime/providers/google/map-stream.ts'
import { convertReply as ollamaReply } from '../../../runtime/providers/ollama/convert-reply.ts'
import { mapStream as ollamaStream } from '../../../runtime/providers/ollama/map-stream.ts'
import type { AdapterContext } from '../../../runtime/values/adapter.ts'
import type { ServerSentEvent } from '../../../runtime/values/server-sent-event.ts'
import { asList, asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { context } from './anthropic/context.ts'

const IMAGE = { inlineData: { mimeType: 'image/png', data: 'aW1n' } }
const candidates = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { parts }, ...more }],
})
const googleParts = [
  { text: 'Let me ', thought: true },
  { text: 'see.', thought: true },
  { text: 'Hi' },
  IMAGE,
]
const reasoning = (text: string): object => ({
  contentBlockIndex: 0,
  delta: { reasoningContent: { text } },
})
const contentDelta = (index: number, content: object): object => ({
  type: 'content-delta',
  index,
  delta: { message: { content } },
})

interface Dialect {
  readonly reply: typeof anthropicReply
  readonly stream: typeof anthropicStream
  readonly whole: object
  /** Events with their names, where the dialect has names. */
  readonly events: readonly (readonly [name: string | undefined, data: object])[]
}

const unnamed = (...events: readonly object[]): Dialect['events'] => events.map(event => [undefined, event])

const DIALECTS: Readonly<Record<string, Dialect>> = {
  Anthropic: {
    reply: anthropicReply,
    stream: anthropicStream,
    whole: {
      content: [
        { type: 'thinking', thinking: 'Let me see.', signature: 's' },
        { type: 'text', text: 'Hi' },
      ],
      stop_reason: 'end_turn',
    },
    events: unnamed(
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'see.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
      { type: 'message_stop' },
    ),
  },
  Bedrock: {
    reply: bedrockReply,
    stream: bedrockStream,
    whole: {
      output: {
        message: {
          content: [{ reasoningContent: { reasoningText: { text: 'Let me see.' } } }, { text: 'Hi' }],
        },
      },
    },
    events: [
      ['contentBlockDelta', reasoning('Let me ')],
      ['contentBlockDelta', reasoning('see.')],
      ['messageStop', { stopReason: 'end_turn' }],
    ],
  },
  Google: {
    reply: googleReply,
    stream: googleStream,
    whole: candidates(googleParts, { finishReason: 'STOP' }),
    events: unnamed(...googleParts.map(part => candidates([part])), candidates([], { finishReason: 'STOP' })),
  },
  Cohere: {
    reply: cohereReply,
    stream: cohereStream,
    whole: {
      finish_reason: 'COMPLETE',
      message: {
        content: [
          { type: 'thinking', thinking: 'Let me see.' },
          { type: 'text', text: 'Hi' },
        ],
      },
    },
    events: unnamed(contentDelta(0, { thinking: 'Let me ' }), contentDelta(0, { thinking: 'see.' }), {
      type: 'message-end',
      delta: { finish_reason: 'COMPLETE' },
    }),
  },
  Ollama: {
    reply: ollamaReply,
    stream: ollamaStream,
    whole: { message: { thinking: 'Let me see.', content: 'Hi' }, done: true },
    events: unnamed(
      { message: { thinking: 'Let me ' } },
      { message: { thinking: 'see.' } },
      { message: { content: '' }, done: true },
    ),
  },
}

const free: AdapterContext = { ...context, strict: false }
const strict: AdapterContext = { ...context, strict: true }

const messageOf = (reply: unknown): JsonObject =>
  asObject(asObject(asList(asObject(reply)['choices'])[0])['message'])

/** The deltas of a stream, those that are written as text too. */
function deltasOf({ stream, events }: Dialect, given: AdapterContext): readonly JsonObject[] {
  const mapper = stream(given)
  const all = events.map(([event, data]): ServerSentEvent => ({ event, data: JSON.stringify(data) }))
  return [...all.flatMap(event => mapper.event(event)), ...mapper.end()].flatMap(step => {
    if (typeof step !== 'object' || 'error' in step) return []
    const chunk = 'json' in step ? JSON.parse(step.json) : step.chunk
    return asList(chunk.choices).map(choice => asObject(asObject(choice)['delta']))
  })
}

describe.each(Object.entries(DIALECTS))('%s', (_name, dialect) => {
  it('has its thinking as reasoning_content', () => {
    expect(messageOf(dialect.reply(dialect.whole, free))).toMatchObject({
      content: 'Hi',
      reasoning_content: 'Let me see.',
    })
    const pieces = deltasOf(dialect, free).flatMap(delta => asText(delta['reasoning_content']) ?? [])
    expect(pieces).toEqual(['Let me ', 'see.'])
  })

  it('has none of it when strict', () => {
    expect(messageOf(dialect.reply(dialect.whole, strict))).not.toHaveProperty('reasoning_content')
    for (const delta of deltasOf(dialect, strict)) expect(delta).not.toHaveProperty('reasoning_content')
  })
})

describe('images that Gemini makes in a chat', () => {
  const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aW1n' } }]

  it('are images of the message and of a delta', () => {
    const google = DIALECTS['Google'] as Dialect
    expect(messageOf(google.reply(google.whole, free))['images']).toEqual(images)
    expect(deltasOf(google, free).flatMap(delta => asList(delta['images']))).toEqual(images)
    expect(messageOf(google.reply(google.whole, strict))).not.toHaveProperty('images')
  })
})
