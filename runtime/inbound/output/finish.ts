// Finish reason and usage of a chat, normalized for the inbound dialects.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, asText } from '../../../schemas/values/json.ts'
import { type FinishReason, finishReason } from '../../wire/finish-reason.ts'

export interface OutputFinish {
  readonly finish: FinishReason
  /** The provider's native finish reason. */
  readonly native: string | undefined
  /** The matched stop sequence, if the provider reports it. */
  readonly stopSequence: string | undefined
}

/** `choice` holds the last finish fields that were received. */
export const readFinish = (choice: JsonObject, hasCalls: boolean): OutputFinish => ({
  finish: finishReason(asText(choice['finish_reason']), hasCalls),
  native: asText(choice['native_finish_reason']),
  stopSequence: asText(choice['stop_sequence']) ?? asText(choice['stop_reason']),
})

/** The finish fields of a chunk or a choice that are not empty. */
export const finishFields = (choice: JsonObject): JsonObject =>
  Object.fromEntries(
    ['finish_reason', 'native_finish_reason', 'stop_sequence', 'stop_reason']
      .map(name => [name, choice[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  )

export interface NormalizedUsage {
  /** Includes cached tokens; cache counts are capped at it, because some providers report more. */
  readonly prompt: number
  readonly completion: number
  readonly total: number
  readonly cacheRead: number
  readonly cacheWritten: number
  readonly reasoning: number
}

/** Undefined when the provider reported no usage. */
export function usageCounts(usage: Json | undefined): NormalizedUsage | undefined {
  const counts = asObject(usage)
  if (Object.keys(counts).length === 0) return undefined
  const promptDetails = asObject(counts['prompt_tokens_details'])
  const firstCount = (...values: readonly (Json | undefined)[]): number =>
    values.map(asCount).find(isDefined) ?? 0
  const prompt = firstCount(counts['prompt_tokens'])
  const completion = firstCount(counts['completion_tokens'])
  const cacheReads = firstCount(promptDetails['cached_tokens'], counts['cache_read_input_tokens'])
  const cacheWrites = firstCount(counts['cache_creation_input_tokens'], promptDetails['cache_write_tokens'])
  const cacheRead = Math.min(cacheReads, prompt)
  return {
    prompt,
    completion,
    total: asCount(counts['total_tokens']) ?? prompt + completion,
    cacheRead,
    cacheWritten: Math.min(cacheWrites, prompt - cacheRead),
    reasoning: firstCount(
      asObject(counts['completion_tokens_details'])['reasoning_tokens'],
      counts['reasoning_tokens'],
    ),
  }
}

const isDefined = (count: number | undefined): count is number => count !== undefined
