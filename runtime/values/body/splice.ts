// Replaces top-level fields of a JSON body in its bytes: a route that overrides the model of a 100 KB body copies the
// other bytes unchanged and parses nothing.
import { concatenate } from '../byte-stream.ts'
import type { JsonFields } from './scan-json-fields.ts'

/** A field to write: its name, and its value as JSON; an undefined value removes the field. */
export interface FieldReplacement {
  readonly name: string
  readonly value: Uint8Array | undefined
}

const encoder = new TextEncoder()

/** A value as JSON in UTF-8. */
export const encodeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** A body in parts; the parts together are the body. */
export type BodyParts = readonly [Uint8Array, ...Uint8Array[]]

/** Parts of at least this size are not copied: copying costs more than writing a body in several parts. */
const LARGE = 48 * 1024

/** The body with each named field replaced, or added at the end when absent. */
export const spliceFields = (
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): Uint8Array => concatenate(splicePieces(bytes, fields, replacements))

/** The same without copying what is large: one part, or a few that are written one after the other. */
export function spliceParts(
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): BodyParts {
  const pieces = splicePieces(bytes, fields, replacements)
  if (bytes.length < LARGE || !pieces.some(piece => piece.length >= LARGE)) return [concatenate(pieces)]
  const parts: Uint8Array[] = []
  let small: Uint8Array[] = []
  const flush = (): void => {
    if (small.length > 0) parts.push(concatenate(small))
    small = []
  }
  for (const piece of pieces) {
    if (piece.length < LARGE) small.push(piece)
    else {
      flush()
      parts.push(piece)
    }
  }
  flush()
  const [first = new Uint8Array(0), ...others] = parts
  return [first, ...others]
}

function splicePieces(
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  let copied = 0
  let remaining = 0
  const written = new Set<string>()
  for (let index = 0; index < fields.names.length; index += 1) {
    const name = fields.names[index]
    const replacement = replacements.find(each => each.name === name)
    if (replacement === undefined) {
      remaining += 1
      continue
    }
    written.add(replacement.name)
    if (replacement.value === undefined) return rebuiltPieces(bytes, fields, replacements)
    remaining += 1
    pieces.push(bytes.subarray(copied, fields.spans[2 * index]), replacement.value)
    copied = fields.spans[2 * index + 1] ?? copied
  }
  const added = replacements.filter(({ name, value }) => value !== undefined && !written.has(name))
  if (added.length === 0) {
    pieces.push(bytes.subarray(copied))
    return pieces
  }
  pieces.push(bytes.subarray(copied, fields.close))
  for (const { name, value } of added) {
    if (value === undefined) continue
    pieces.push(encoder.encode(`${remaining === 0 ? '' : ','}${JSON.stringify(name)}:`), value)
    remaining += 1
  }
  pieces.push(bytes.subarray(fields.close))
  return pieces
}

/** Removing a field changes the separators, so the object is rebuilt from its fields' bytes. */
function rebuiltPieces(
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): readonly Uint8Array[] {
  const values = new Map<string, Uint8Array | undefined>()
  fields.names.forEach((name, index) => {
    values.set(name, bytes.subarray(fields.spans[2 * index], fields.spans[2 * index + 1]))
  })
  for (const { name, value } of replacements) values.set(name, value)
  const pieces: Uint8Array[] = [encoder.encode('{')]
  for (const [name, value] of values) {
    if (value === undefined) continue
    pieces.push(encoder.encode(`${pieces.length === 1 ? '' : ','}${JSON.stringify(name)}:`), value)
  }
  pieces.push(encoder.encode('}'))
  return pieces
}
