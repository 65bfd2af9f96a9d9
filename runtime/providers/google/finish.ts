// How a candidate finished, and what is returned for a blocked prompt: it has no candidate, and yet is a reply.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, present, writeJson } from '../../../schemas/values/json.ts'
import { type FinishReason, finishReason } from '../../wire/finish-reason.ts'

/** Finish reasons that a reply may contain as numbers. */
const NUMBERED_REASONS: readonly string[] = [
  'FINISH_REASON_UNSPECIFIED',
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
]

/** The native finish reason, or undefined while there is none. */
export const nativeReason = ({ finishReason: reason }: JsonObject): string | undefined =>
  typeof reason === 'number' ? (NUMBERED_REASONS[reason] ?? 'OTHER') : asText(reason) || undefined

/** The provider's message about a call that its model wrote and it could not read; undefined for other candidates. */
export const malformedCall = (candidate: JsonObject): string | undefined =>
  nativeReason(candidate) === 'MALFORMED_FUNCTION_CALL'
    ? `The model wrote a function call that the provider could not read. ${asText(candidate['finishMessage']) ?? ''}`.trimEnd()
    : undefined

export interface CandidateFinish {
  readonly finish: FinishReason
  /** Why the model refused, or null when it did not or gave no reason. */
  readonly refusal: string | null
  /** Native finish fields that a choice of a non-strict reply includes. */
  readonly native: JsonObject
}

export function candidateFinish(candidate: JsonObject, hasCalls: boolean): CandidateFinish {
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
export function blockedPrompt(body: JsonObject): CandidateFinish | undefined {
  const { blockReason: reason, blockReasonMessage: message, safetyRatings } = asObject(body['promptFeedback'])
  if (reason === undefined || reason === null) return undefined
  const blockMessage: Json | undefined = message ?? undefined
  // An unexpected value may not be a string.
  const reasonText = typeof reason === 'object' ? writeJson(reason) : String(reason)
  return {
    finish: 'content_filter',
    refusal: asText(blockMessage) ?? `The provider blocked the prompt: ${reasonText}.`,
    native: present({ native_finish_reason: reasonText, safety_ratings: safetyRatings }),
  }
}
