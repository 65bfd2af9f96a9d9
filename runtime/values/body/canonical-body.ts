// Canonical JSON: keys sorted, no white space. Two bodies have the same canonical form exactly when a provider reads
// the same from them. Iterative, since a body may be nested deeper than the stack allows.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

/** A body in canonical form, field by field, so that fields replaced by overrides can be swapped cheaply. */
export interface CanonicalBody {
  readonly fields: ReadonlyMap<string, string>
  /** Numbers that lose precision when parsed, as they are in the source: 9007199254740993 parses to ...992. */
  readonly numbers: string
}

/** Undefined where an object has a duplicate key: which of the two a provider reads is not known. */
export function canonicalBody(body: JsonObject, text: string): CanonicalBody | undefined {
  const fields = new Map<string, string>()
  let members = 0
  for (const [name, value] of Object.entries(body)) {
    const written = writeCanonical(value)
    fields.set(name, written.text)
    members += written.members + 1
  }
  if (members !== countMembers(text)) return undefined
  const numbers = HAS_IMPRECISE.test(text) ? (text.match(IMPRECISE) ?? []).sort().join(' ') : ''
  return { fields, numbers }
}

/** A value in canonical form; an absent one is null. */
export const canonicalValue = (value: Json | undefined): string => writeCanonical(value).text

/** More digits than a double holds, or an exponent beyond its range. Such numbers are rare: a cheap test first. */
const HAS_IMPRECISE = /[\d.]{16}|\d[eE][+-]?\d{3}/
const IMPRECISE = /[\d.]{16,}(?:[eE][+-]?\d+)?|[\d.]+[eE][+-]?\d{3,}/g

interface OpenValue {
  /** Undefined for arrays. */
  readonly names: readonly string[] | undefined
  readonly values: readonly (Json | undefined)[]
  next: number
}

function writeCanonical(root: Json | undefined): { readonly text: string; readonly members: number } {
  let text = ''
  let members = 0
  const stack: OpenValue[] = []
  const begin = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) {
      text += scalar(value)
      return
    }
    if (Array.isArray(value)) stack.push({ names: undefined, values: value as readonly Json[], next: 0 })
    else {
      const object = value as JsonObject
      const names = Object.keys(object).sort()
      members += names.length
      stack.push({ names, values: names.map(name => object[name]), next: 0 })
    }
    text += Array.isArray(value) ? '[' : '{'
  }
  begin(root)
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    const { names, values, next } = open
    if (next === values.length) {
      text += names === undefined ? ']' : '}'
      stack.pop()
      continue
    }
    open.next += 1
    if (next > 0) text += ','
    if (names !== undefined) text += `${JSON.stringify(names[next])}:`
    begin(values[next])
  }
  return { text, members }
}

/** Infinity (a number out of range) differs from `null`. */
const scalar = (value: Json | undefined): string =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : (JSON.stringify(value) ?? 'null')

const COLON = 0x3a
const BACKSLASH = 0x5c

/** The number of object members in a JSON text, counting duplicate keys. */
function countMembers(text: string): number {
  let colons = 0
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    for (; at < end; at += 1) if (text.charCodeAt(at) === COLON) colons += 1
    if (quote >= 0) at = afterString(text, quote)
  }
  return colons
}

/** The offset after the string that starts at a quote. */
function afterString(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let slash = close - 1
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1
    if ((close - slash) % 2 === 1) return close + 1
  }
  return text.length
}
