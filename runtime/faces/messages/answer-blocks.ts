// Output parts → content blocks of a message: complete, at their start, and their deltas.
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, parseJson } from '../../providers/wire/json.ts'
import { carriedOf, type OpaquePart, ownSignature, type Part, type ThinkingPart } from '../answer/part.ts'
import { isNothing, writeCarried } from '../history/carried.ts'

export function wholeBlock(part: Part): JsonObject {
  switch (part.kind) {
    case 'thinking':
      return { type: 'thinking', thinking: part.text, signature: sealOf(part) }
    case 'opaque':
      return { type: 'redacted_thinking', data: redactedOf(part) }
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.name, input: asObject(parseJson(part.text)) }
    default:
      return { type: 'text', text: part.text }
  }
}

/** Calls, text and thinking start empty. */
export function openedBlock(part: Part): JsonObject {
  if (part.kind === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return wholeBlock(part.kind === 'opaque' ? part : { ...part, text: '' })
}

export function deltaOf(part: Part, text: string): JsonObject {
  if (part.kind === 'thinking') return { type: 'thinking_delta', thinking: text }
  return part.kind === 'call'
    ? { type: 'input_json_delta', partial_json: text }
    : { type: 'text_delta', text }
}

/** The signature of a thinking block: the provider's native one, or the encoded provider state. */
export function sealOf(part: ThinkingPart): string {
  const carried = carriedOf(part)
  return ownSignature(part) ?? (isNothing(carried) ? '' : writeCarried(carried))
}

/** Redacted thinking from the provider is passed through unchanged. */
function redactedOf({ carried }: OpaquePart): string {
  const { blocks = [], ...others } = carried
  const [only] = blocks
  const own = blocks.length === 1 && only?.['type'] === 'redacted_thinking' ? asText(only['data']) : undefined
  return own !== undefined && isNothing(others) ? own : writeCarried(carried)
}
