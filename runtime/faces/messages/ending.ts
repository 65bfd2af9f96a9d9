// Stop reason and usage of a message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { countsOf } from '../answer/ending.ts'
import type { Answer } from '../answer/read-answer.ts'

/** Stop reasons of the dialect itself: used unchanged if the provider returns one. */
const own = new Set([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
])

const reasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
} as const

export function stopOf(answer: Answer): {
  readonly stop_reason: string
  readonly stop_sequence: string | null
} {
  const { finish, native = '', stopSequence } = answer.ending()
  const refused = answer.parts.some(part => part.kind === 'refusal')
  const stopped = stopSequence !== undefined && (finish === 'stop' || native === 'stop_sequence')
  const reason = own.has(native) ? native : stopped ? 'stop_sequence' : refused ? 'refusal' : reasons[finish]
  return { stop_reason: reason, stop_sequence: reason === 'stop_sequence' ? (stopSequence ?? null) : null }
}

/** The dialect counts cache reads and writes separately. */
export function usageOf(usage: Json | undefined): JsonObject {
  const { prompt, completion, cacheRead, cacheWritten } = countsOf(usage) ?? nothing
  return {
    input_tokens: Math.max(0, prompt - cacheRead - cacheWritten),
    cache_creation_input_tokens: cacheWritten,
    cache_read_input_tokens: cacheRead,
    output_tokens: completion,
  }
}

const nothing = { prompt: 0, completion: 0, cacheRead: 0, cacheWritten: 0 }
