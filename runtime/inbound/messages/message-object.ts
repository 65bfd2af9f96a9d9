// The message object, its stop reason and its usage.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { InboundContext } from '../inbound-api.ts'
import { usageCounts } from '../output/finish.ts'
import type { ChatOutput } from '../output/read-output.ts'
import { completeBlock } from './output-blocks.ts'

/** A message at its start: stop reason and usage are not known yet. */
export const messageStart = (output: ChatOutput, { model, identifier }: InboundContext): JsonObject => ({
  id: `msg_${identifier}`,
  type: 'message',
  role: 'assistant',
  model: output.model ?? model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: messageUsage(undefined),
})

export const completeMessage = (output: ChatOutput, context: InboundContext): JsonObject => ({
  ...messageStart(output, context),
  content: output.parts.map(completeBlock),
  ...messageStop(output),
  usage: messageUsage(output.usage),
})

/** Stop reasons of the dialect itself: used unchanged if the provider returns one. */
const NATIVE_REASONS = new Set([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
])

const STOP_REASONS = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
} as const

export function messageStop(output: ChatOutput): {
  readonly stop_reason: string
  readonly stop_sequence: string | null
} {
  const { finish, native = '', stopSequence } = output.finishState()
  const isRefusal = output.parts.some(part => part.kind === 'refusal')
  const hitStopSequence = stopSequence !== undefined && (finish === 'stop' || native === 'stop_sequence')
  const reason = NATIVE_REASONS.has(native)
    ? native
    : hitStopSequence
      ? 'stop_sequence'
      : isRefusal
        ? 'refusal'
        : STOP_REASONS[finish]
  return { stop_reason: reason, stop_sequence: reason === 'stop_sequence' ? (stopSequence ?? null) : null }
}

/** The dialect counts cache reads and writes separately. */
export function messageUsage(usage: Json | undefined): JsonObject {
  const { prompt, completion, cacheRead, cacheWritten } = usageCounts(usage) ?? NO_TOKENS
  return {
    input_tokens: Math.max(0, prompt - cacheRead - cacheWritten),
    cache_creation_input_tokens: cacheWritten,
    cache_read_input_tokens: cacheRead,
    output_tokens: completion,
  }
}

const NO_TOKENS = { prompt: 0, completion: 0, cacheRead: 0, cacheWritten: 0 }
