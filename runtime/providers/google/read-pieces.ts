// The parts of a candidate, each as the one thing that it is: text, a thought, a call, or something else that is kept
// whole. Total: what is no object is passed over.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject } from '../wire/json.ts'

export interface NativeCall {
  readonly id: string | undefined
  /** Undefined in the pieces of a call that is streamed. */
  readonly name: string | undefined
  readonly args: JsonObject
  /** Arguments that come in pieces, each with its place. */
  readonly partial: readonly JsonObject[]
  /** More pieces of this call will follow. */
  readonly continues: boolean
}

export type Piece = { readonly signature: string | undefined } & (
  | { readonly text: string }
  | { readonly thought: string }
  | { readonly call: NativeCall }
  | { readonly part: JsonObject }
)

export const readPieces = (candidate: JsonObject): readonly Piece[] =>
  asList(asObject(candidate['content'])['parts']).filter(isObject).map(readPiece)

/** Texts without a letter, which carry a signature at most. */
export const isEmpty = (piece: Piece): boolean =>
  ('text' in piece && piece.text === '') || ('thought' in piece && piece.thought === '')

function readPiece(part: JsonObject): Piece {
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
export const messageSignature = (pieces: readonly Piece[]): string | undefined =>
  pieces.findLast(piece => ('text' in piece || 'thought' in piece) && piece.signature !== undefined)
    ?.signature
