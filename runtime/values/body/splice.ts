// Replaces top-level fields of a JSON body in its bytes: a route that overrides the model of a 100 KB body copies the
// other bytes unchanged and parses nothing.
import { concatenate } from '../concatenate.ts'
import type { JsonFields } from './scan-json-fields.ts'

/** A field to write: its name, and its value as JSON; an undefined value removes the field. */
export interface FieldReplacement {
  readonly name: string
  readonly value: Uint8Array | undefined
}

const encoder = new TextEncoder()

/** A value as JSON in UTF-8. */
export const encodeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** The body with each named field replaced, or added at the end when absent. */
export function spliceFields(
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): Uint8Array {
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
    if (replacement.value === undefined) return rebuildObject(bytes, fields, replacements)
    remaining += 1
    pieces.push(bytes.subarray(copied, fields.starts[index]), replacement.value)
    copied = fields.ends[index] ?? copied
  }
  pieces.push(bytes.subarray(copied, fields.close))
  for (const { name, value } of replacements) {
    if (written.has(name) || value === undefined) continue
    pieces.push(encoder.encode(`${remaining === 0 ? '' : ','}${JSON.stringify(name)}:`), value)
    remaining += 1
  }
  pieces.push(bytes.subarray(fields.close))
  return concatenate(pieces)
}

/** Removing a field changes the separators, so the object is rebuilt from its fields' bytes. */
function rebuildObject(
  bytes: Uint8Array,
  fields: JsonFields,
  replacements: readonly FieldReplacement[],
): Uint8Array {
  const values = new Map<string, Uint8Array | undefined>()
  fields.names.forEach((name, index) => {
    values.set(name, bytes.subarray(fields.starts[index], fields.ends[index]))
  })
  for (const { name, value } of replacements) values.set(name, value)
  const pieces: Uint8Array[] = [encoder.encode('{')]
  for (const [name, value] of values) {
    if (value === undefined) continue
    pieces.push(encoder.encode(`${pieces.length === 1 ? '' : ','}${JSON.stringify(name)}:`), value)
  }
  pieces.push(encoder.encode('}'))
  return concatenate(pieces)
}
