// How a candidate finished, and what is returned for a blocked prompt: it has no candidate, and yet is a reply.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type FinishReason, finishReason } from '../wire/finish-reason.ts'
import { asObject, asText, present, writeJson } from '../wire/json.ts'

/** Finish reasons that a reply may contain as numbers. */
const numbered: readonly string[] = [
  'FINISH_REASON_UNSPECIFIED',
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
]

/** The native finish reason, or undefined while there is none. */
export const nativeReason = ({ finishReason: reason }: JsonObject): string | undefined =>
  typeof reason === 'number' ? (numbered[reason] ?? 'OTHER') : asText(reason) || undefined

export interface Ending {
  readonly finish: FinishReason
  /** Why the model refused, or null when it did not or gave no reason. */
  readonly refusal: string | null
  /** Native finish fields that a choice of a non-strict reply includes. */
  readonly native: JsonObject
}

export function endingOf(candidate: JsonObject, hasCalls: boolean): Ending {
  const native = nativeReason(candidate)
  const finish = finishReason(native, hasCalls)
  return {
    finish,
    refusal: finish === 'content_filter' ? (asText(candidate['finishMessage']) ?? null) : null,
    native: present({
      native_finish_reason: native ?? null,
      safety_ratings: candidate['safetyRatings'],
      citation_metadata: candidate['citationMetadata'],
      grounding_metadata: candidate['groundingMetadata'],
    }),
  }
}

/** The finish of a reply whose prompt was blocked; undefined when it was not. */
export function blockedPrompt(body: JsonObject): Ending | undefined {
  const { blockReason: reason, blockReasonMessage: message, safetyRatings } = asObject(body['promptFeedback'])
  if (reason === undefined || reason === null) return undefined
  const said: Json | undefined = message ?? undefined
  // An unexpected value may not be a string.
  const named = typeof reason === 'object' ? writeJson(reason) : String(reason)
  return {
    finish: 'content_filter',
    refusal: asText(said) ?? `The provider blocked the prompt: ${named}.`,
    native: present({ native_finish_reason: named, safety_ratings: safetyRatings }),
  }
}
