// The parts of a candidate by kind: text, a thought, a tool call, or any other part unchanged. Total: values that
// are not objects are skipped.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ToolCall } from '../../wire/chat.ts'

export interface NativeCall {
  readonly id: string | undefined
  /** Undefined in the deltas of a streamed call. */
  readonly name: string | undefined
  readonly args: JsonObject
  /** Streamed arguments, each with its JSON path. */
  readonly partial: readonly JsonObject[]
  /** More deltas of this call will follow. */
  readonly continues: boolean
}

export type ParsedPart = { readonly signature: string | undefined } & (
  | { readonly text: string }
  | { readonly thought: string }
  | { readonly call: NativeCall }
  | { readonly part: JsonObject }
)

export const parseParts = (candidate: JsonObject): readonly ParsedPart[] =>
  asList(asObject(candidate['content'])['parts']).filter(isObject).map(parsePart)

/** Empty strings, which carry a signature at most. */
export const isEmptyPart = (piece: ParsedPart): boolean =>
  ('text' in piece && piece.text === '') || ('thought' in piece && piece.thought === '')

function parsePart(part: JsonObject): ParsedPart {
  const signature = asText(part['thoughtSignature'])
  const text = asText(part['text'])
  if (text !== undefined) return part['thought'] === true ? { thought: text, signature } : { text, signature }
  if (isObject(part['functionCall'])) return { call: readCall(part['functionCall']), signature }
  return { part, signature }
}

const readCall = (call: JsonObject): NativeCall => ({
  id: asText(call['id']) || undefined,
  name: asText(call['name']) || undefined,
  args: asObject(call['args']),
  partial: asList(call['partialArgs'] as Json).filter(isObject),
  continues: call['willContinue'] === true,
})

/** The signature of a message: the last one that is not on a call or in a block of its own. */
export const messageSignature = (pieces: readonly ParsedPart[]): string | undefined =>
  pieces.findLast(piece => ('text' in piece || 'thought' in piece) && piece.signature !== undefined)
    ?.signature

/**
 * Gives a tool call its id. The dialect usually sends none; generated ones are numbered over the whole reply, and
 * need not come back: the dialect matches results by name and order.
 */
export type AssignCallId = (call: Omit<ToolCall, 'id'> & { readonly id: string | undefined }) => ToolCall

export function createCallIdAssigner({ identifier }: AdapterContext): AssignCallId {
  let count = 0
  return call => {
    count += 1
    return { ...call, id: call.id ?? `call_${identifier}_${count - 1}` }
  }
}
