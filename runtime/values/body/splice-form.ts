// Replaces fields of a form in its bytes: overrides apply to form fields too (semantics, section 2). Files and other
// fields are copied unchanged.
import type { Json } from '../../../schemas/values/json.ts'
import { concatenate } from '../byte-stream.ts'
import type { Form } from './scan-form.ts'

const encoder = new TextEncoder()

/** Strings are written as is; an array gives one field per item, an object is written as JSON. */
function fieldValues(name: string, value: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    const list = name.endsWith('[]') ? name : `${name}[]`
    return value.map(item => [list, asField(item)])
  }
  return [[name, asField(value)]]
}

const asField = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The form with each named field replaced; undefined values remove it. New fields are written first, so that this works
 * on the start of a form whose end has not arrived yet.
 */
export function spliceForm(
  bytes: Uint8Array,
  { boundary, parts }: Form,
  values: ReadonlyMap<string, Json | undefined>,
): Uint8Array {
  const pieces: Uint8Array[] = []
  let copied = 0
  for (const [name, value] of values) {
    if (value === undefined) continue
    for (const [field, text] of fieldValues(name, value)) pieces.push(encodePart(boundary, field, text))
  }
  const removed = (name: string): boolean => values.has(name) || values.has(name.replace(/\[\]$/, ''))
  for (const { name, file, start, end } of parts) {
    if (file || !removed(name)) continue
    pieces.push(bytes.subarray(copied, start))
    copied = end
  }
  pieces.push(bytes.subarray(copied))
  return concatenate(pieces)
}

/** A name escaped for a quoted parameter. */
const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const encodePart = (boundary: string, name: string, value: string): Uint8Array =>
  encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
  )
