// Output parts → content blocks of a message: complete, at their start, and their deltas.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { toAcceptedCallId } from '../../wire/tool-call-ids.ts'
import { encodeState, isEmptyState } from '../history/provider-state.ts'
import {
  nativeSignature,
  type OpaquePart,
  type OutputPart,
  providerStateOf,
  type ThinkingPart,
} from '../output/output-part.ts'
import { toCitations } from './citations.ts'

export function completeBlock(part: OutputPart): JsonObject {
  switch (part.kind) {
    case 'thinking':
      return { type: 'thinking', thinking: part.text, signature: signatureOf(part) }
    case 'opaque':
      return { type: 'redacted_thinking', data: redactedPayload(part) }
    case 'call':
      return {
        type: 'tool_use',
        id: toAcceptedCallId(part.id),
        name: part.name,
        input: asObject(parseJson(part.text)),
      }
    case 'text': {
      const citations = toCitations(part.citations)
      return { type: 'text', text: part.text, ...(citations.length === 0 ? {} : { citations }) }
    }
    default:
      return { type: 'text', text: part.text }
  }
}

/** Calls, text and thinking start empty. */
export function blockStart(part: OutputPart): JsonObject {
  if (part.kind === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  if (part.kind === 'text') return { type: 'text', text: '' }
  return completeBlock(part.kind === 'opaque' ? part : { ...part, text: '' })
}

export function blockDelta(part: OutputPart, text: string): JsonObject {
  if (part.kind === 'thinking') return { type: 'thinking_delta', thinking: text }
  return part.kind === 'call'
    ? { type: 'input_json_delta', partial_json: text }
    : { type: 'text_delta', text }
}

/** The signature of a thinking block: the provider's native one, or the encoded provider state. */
export function signatureOf(part: ThinkingPart): string {
  const state = providerStateOf(part)
  return nativeSignature(part) ?? (isEmptyState(state) ? '' : encodeState(state))
}

/** Redacted thinking from the provider is passed through unchanged. */
function redactedPayload({ state }: OpaquePart): string {
  const { blocks = [], ...others } = state
  const [only] = blocks
  const nativePayload =
    blocks.length === 1 && only?.['type'] === 'redacted_thinking' ? asText(only['data']) : undefined
  return nativePayload !== undefined && isEmptyState(others) ? nativePayload : encodeState(state)
}
