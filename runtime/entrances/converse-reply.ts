// A message as the reply of Converse, and its events as those of ConverseStream.
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../schemas/values/json.ts'
import { STATE_PREFIX } from '../wire/fit-history.ts'
import type { ReplyContext } from './entrance.ts'
import { breakFrame, eventFrame, type FrameMapper } from './event-frames.ts'

export const converseReply = (message: JsonObject, { elapsed }: ReplyContext): JsonObject => ({
  output: { message: { role: 'assistant', content: asList(message['content']).flatMap(toBlock) } },
  stopReason: stopReason(message['stop_reason']),
  usage: usageOf(asObject(message['usage'])),
  metrics: { latencyMs: Math.round(elapsed()) },
})

/** Converse has other names for these; `pause_turn` is an end for its clients, which run no tools of the vendor. */
const STOP_REASONS: ReadonlyMap<Json | undefined, string> = new Map([
  ['refusal', 'content_filtered'],
  ['pause_turn', 'end_turn'],
])

const stopReason = (reason: Json | undefined): string =>
  STOP_REASONS.get(reason) ?? asText(reason) ?? 'end_turn'

function usageOf(usage: JsonObject): JsonObject {
  const [input, output, read, written] = [
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
  ].map(name => asCount(usage[name]) ?? 0) as [number, number, number, number]
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output + read + written,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: written,
  }
}

/** Blocks of tools that the vendor ran itself have no place in Converse. */
function toBlock(block: Json): readonly JsonObject[] {
  const { type, text = '', thinking = '', signature, data, id = '', name = '', input = {} } = asObject(block)
  switch (type) {
    case 'text':
      return [{ text }]
    case 'tool_use':
      return [{ toolUse: { toolUseId: id, name, input } }]
    case 'thinking':
      return [
        { reasoningContent: { reasoningText: { text: thinking, ...(signature ? { signature } : {}) } } },
      ]
    case 'redacted_thinking':
      return [{ reasoningContent: { redactedContent: toRedacted(asText(data) ?? '') } }]
    default:
      return []
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Redacted content is bytes in base64: a state that is not is encoded, and comes back as it was. */
const toRedacted = (data: string): string =>
  BASE64.test(data) && data.length % 4 === 0 ? data : Buffer.from(data).toString('base64')

/** A state of the gateway's own is never base64 by itself. */
export function fromRedacted(written: string): string {
  const text = Buffer.from(written, 'base64').toString('latin1')
  return text.startsWith(STATE_PREFIX) ? text : written
}

export function converseStream({ elapsed }: ReplyContext): FrameMapper {
  let isOver = false
  let usage: JsonObject = {}
  let reason: Json | undefined
  /** Blocks that Converse has no place for. */
  const skipped = new Set<Json>()
  const frame = (type: string, fields: JsonObject): Uint8Array => eventFrame(type, JSON.stringify(fields))
  const start = (index: Json, block: JsonObject): readonly Uint8Array[] => {
    const [converted] = toBlock(block)
    if (converted === undefined) skipped.add(index)
    const { toolUse, reasoningContent } = converted ?? {}
    if (isObject(toolUse)) {
      const { toolUseId = '', name = '' } = toolUse
      return [
        frame('contentBlockStart', { contentBlockIndex: index, start: { toolUse: { toolUseId, name } } }),
      ]
    }
    const { redactedContent } = asObject(reasoningContent)
    return redactedContent === undefined
      ? []
      : [
          frame('contentBlockDelta', {
            contentBlockIndex: index,
            delta: { reasoningContent: { redactedContent } },
          }),
        ]
  }
  const delta = (index: Json, change: JsonObject): readonly Uint8Array[] => {
    const converted = toDelta(change)
    return converted === undefined || skipped.has(index)
      ? []
      : [frame('contentBlockDelta', { contentBlockIndex: index, delta: converted })]
  }
  const end = (): readonly Uint8Array[] => {
    isOver = true
    return [
      frame('messageStop', { stopReason: stopReason(reason) }),
      frame('metadata', { usage: usageOf(usage), metrics: { latencyMs: Math.round(elapsed()) } }),
    ]
  }
  return {
    isOver: () => isOver,
    event: ({ data }) => {
      const value = asObject(parseJson(data))
      const { index = 0 } = value
      usage = { ...usage, ...asObject(asObject(value['message'])['usage']), ...asObject(value['usage']) }
      switch (value['type']) {
        case 'message_start':
          return [frame('messageStart', { role: 'assistant' })]
        case 'content_block_start':
          return start(index, asObject(value['content_block']))
        case 'content_block_delta':
          return delta(index, asObject(value['delta']))
        case 'content_block_stop':
          return skipped.has(index) ? [] : [frame('contentBlockStop', { contentBlockIndex: index })]
        case 'message_delta':
          reason = asObject(value['delta'])['stop_reason'] ?? reason
          return []
        case 'message_stop':
          return end()
        case 'error': {
          isOver = true
          const { type: kind, message } = asObject(value['error'])
          return [breakFrame(asText(kind) ?? '', asText(message) ?? '')]
        }
        default:
          return []
      }
    },
  }
}

function toDelta({
  type,
  text = '',
  partial_json: input = '',
  thinking = '',
  signature = '',
}: JsonObject): JsonObject | undefined {
  switch (type) {
    case 'text_delta':
      return { text }
    case 'input_json_delta':
      return { toolUse: { input } }
    case 'thinking_delta':
      return { reasoningContent: { text: thinking } }
    case 'signature_delta':
      return { reasoningContent: { signature } }
    default:
      return undefined
  }
}
