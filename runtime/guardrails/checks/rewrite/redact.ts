// Replaces matches with placeholders such as {{EMAIL_ADDRESS_1}}. A value has one placeholder across all texts of a
// request, regardless of spacing. Matches exposed by a replacement are searched again, a limited number of times.
// JSON, such as tool call arguments, stays JSON: a number is replaced by a string.
import type { FindMatches } from '../../detect/text/text-match.ts'

export interface Redaction {
  readonly texts: readonly string[]
  /** Number of matches by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** True when no matches are left, and JSON is still JSON. */
  readonly complete: boolean
}

/** Each pass exposes only what was adjacent to a match of the previous one. */
const MAX_PASSES = 6

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]{1,60}_\d{1,9})\}\}/g

export function redact(texts: readonly string[], find: FindMatches): Redaction {
  const counts = new Map<string, number>()
  const placeholderFor = createPlaceholders(texts)
  let complete = true
  const redacted = texts.map(original => {
    const json = isJson(original)
    let text = original
    for (let pass = 0; ; pass += 1) {
      const spans = find(text)
      if (spans.length === 0) {
        if (json && text !== original && !isJson(text)) complete = false
        return text
      }
      if (pass === MAX_PASSES) {
        complete = false
        return text
      }
      const pieces: string[] = []
      let from = 0
      let inString = !json
      for (const { kind, start, end } of spans) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        const between = text.slice(from, start)
        if (json && countQuotes(between) % 2 === 1) inString = !inString
        const placeholder = placeholderFor(kind, text.slice(start, end))
        pieces.push(between, inString ? placeholder : `"${placeholder}"`)
        from = end
      }
      text = pieces.join('') + text.slice(from)
    }
  })
  return { texts: redacted, counts, complete }
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
const countQuotes = (json: string): number => json.match(/\\.|"/g)?.filter(match => match === '"').length ?? 0

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
