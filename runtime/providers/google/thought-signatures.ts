// Thought signatures: opaque values on parts of a reply that must come back unchanged with the next request. They
// are sent where the provider's OpenAI-compatible API puts them, as `extra_content.google.thought_signature` of a
// tool call or a message, in strict replies too: without them newer models reject the history.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import { generationOf } from './model-name.ts'

/** The `extra_content` with a signature; undefined if there is none. */
export const toExtraContent = (signature: string | undefined): JsonObject | undefined =>
  signature === undefined ? undefined : { google: { thought_signature: signature } }

/** The signature on a tool call or a message of the history. */
export const readSignature = (carrier: JsonObject): string | undefined =>
  asText(asObject(asObject(carrier['extra_content'])['google'])['thought_signature'])

/**
 * The placeholder that the provider accepts for calls that another model made or whose client dropped the
 * signature.
 */
const PLACEHOLDER_SIGNATURE = 'skip_thought_signature_validator'

const withSignature = (part: JsonObject, signature: string): JsonObject => ({
  ...part,
  thoughtSignature: signature,
})

/** The parts with the signature of their message on the part that it belongs to: the last text, else the first call. */
export function signMessage(
  parts: readonly JsonObject[],
  signature: string | undefined,
): readonly JsonObject[] {
  if (signature === undefined) return parts
  const text = parts.findLastIndex(part => part['text'] !== undefined)
  const target = text >= 0 ? text : parts.findIndex(part => part['functionCall'] !== undefined)
  if (target < 0) return [...parts, withSignature({ text: '' }, signature)]
  if (parts[target]?.['thoughtSignature'] !== undefined) return parts
  return parts.map((part, index) => (index === target ? withSignature(part, signature) : part))
}

/** From the third generation on, the first call of a turn must be signed. */
export function signCalls(parts: readonly JsonObject[], model: string): readonly JsonObject[] {
  if (generationOf(model) < 3) return parts
  const first = parts.findIndex(part => part['functionCall'] !== undefined)
  if (first < 0 || parts[first]?.['thoughtSignature'] !== undefined) return parts
  return parts.map((part, index) => (index === first ? withSignature(part, PLACEHOLDER_SIGNATURE) : part))
}
