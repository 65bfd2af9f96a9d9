// Replaces matches with placeholders such as {{EMAIL_ADDRESS_1}}. A value has one placeholder across all texts of a
// request, regardless of spacing. Matches exposed by a replacement are searched again, a limited number of times.
// JSON, such as tool call arguments, stays JSON: a number is replaced by a string.

import type { Turns } from '../../../values/turns.ts'
import { type FindInTurns, WINDOW } from '../../detect/text/find-in-windows.ts'
import type { TextMatch } from '../../detect/text/text-match.ts'

export interface Redaction {
  readonly texts: readonly string[]
  /** Number of matches by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** True when no matches are left, and JSON is still JSON. */
  readonly complete: boolean
}

/** Each pass exposes only what was adjacent to a match of the previous one. */
const MAX_PASSES = 6
/** Matches that are replaced in one step. */
const STEP = 4096

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]{1,60}_\d{1,9})\}\}/g

/** Undefined when the search of a text met a limit. */
export function* redact(texts: readonly string[], find: FindInTurns): Turns<Redaction | undefined> {
  const counts = new Map<string, number>()
  const placeholderFor = createPlaceholders(texts)
  const redacted: string[] = []
  let complete = true
  let read = 0
  for (const original of texts) {
    read += original.length
    if (read > WINDOW) {
      yield
      read = 0
    }
    let matches = yield* find(original)
    const json = matches?.length !== 0 && isJson(original)
    let text = original
    for (let pass = 0; pass < MAX_PASSES && matches !== undefined && matches.length > 0; pass += 1) {
      for (const { kind } of matches) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      text = yield* replaceMatches(text, matches, json, placeholderFor)
      matches = yield* find(text)
    }
    if (matches === undefined) return undefined
    if (matches.length > 0 || (json && !isJson(text))) complete = false
    redacted.push(text)
  }
  return { texts: redacted, counts, complete }
}

/** In JSON a match outside strings, such as a number, becomes a string. */
function* replaceMatches(
  text: string,
  matches: readonly TextMatch[],
  json: boolean,
  placeholderFor: (kind: string, value: string) => string,
): Turns<string> {
  const pieces: string[] = []
  let from = 0
  let inString = !json
  for (const { kind, start, end } of matches) {
    if (pieces.length % (2 * STEP) === 2 * STEP - 2) yield
    const between = text.slice(from, start)
    if (json && countQuotes(between) % 2 === 1) inString = !inString
    const placeholder = placeholderFor(kind, text.slice(start, end))
    pieces.push(between, inString ? placeholder : `"${placeholder}"`)
    from = end
  }
  return pieces.join('') + text.slice(from)
}

/** Only objects and arrays count as JSON; plain strings and numbers do not. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The number of quotation marks that delimit JSON strings. */
function countQuotes(json: string): number {
  let count = 0
  for (const [match] of json.matchAll(/\\.|"/g)) if (match === '"') count += 1
  return count
}

/** Assigns a placeholder to each value, skipping placeholders that the texts already contain. */
function createPlaceholders(texts: readonly string[]): (kind: string, value: string) => string {
  const taken = new Set(texts.flatMap(text => Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name)))
  const assigned = new Map<string, string>()
  const lastNumbers = new Map<string, number>()
  return (kind, value) => {
    const key = `${kind} ${value.replace(/[\s().-]/g, '')}`
    const existing = assigned.get(key)
    if (existing !== undefined) return existing
    let number = (lastNumbers.get(kind) ?? 0) + 1
    while (taken.has(`${kind}_${number}`)) number += 1
    lastNumbers.set(kind, number)
    const placeholder = `{{${kind}_${number}}}`
    assigned.set(key, placeholder)
    return placeholder
  }
}
