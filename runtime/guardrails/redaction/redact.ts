// Replaces matches with placeholders such as {{EMAIL_ADDRESS_1}}. A value has one placeholder across all texts of a
// request, regardless of spacing. Matches exposed by a replacement are searched again, a limited number of times.
// JSON, such as tool call arguments, stays JSON: a number is replaced by a string.
import type { Find } from './span.ts'

export interface Redacted {
  readonly texts: readonly string[]
  /** Number of matches by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** True when no matches are left, and JSON is still JSON. */
  readonly whole: boolean
}

/** Each pass exposes only what was adjacent to a match of the previous one. */
const MOST_TURNS = 6

const MARK = /\{\{([A-Z][A-Z0-9_]{1,60}_\d{1,9})\}\}/g

export function redact(texts: readonly string[], find: Find): Redacted {
  const counts = new Map<string, number>()
  const markOf = marks(texts)
  let whole = true
  const redacted = texts.map(given => {
    const json = isJson(given)
    let text = given
    for (let turn = 0; ; turn += 1) {
      const spans = find(text)
      if (spans.length === 0) {
        if (json && text !== given && !isJson(text)) whole = false
        return text
      }
      if (turn === MOST_TURNS) {
        whole = false
        return text
      }
      const pieces: string[] = []
      let from = 0
      let inText = !json
      for (const { kind, start, end } of spans) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        const between = text.slice(from, start)
        if (json && marksOfText(between) % 2 === 1) inText = !inText
        const mark = markOf(kind, text.slice(start, end))
        pieces.push(between, inText ? mark : `"${mark}"`)
        from = end
      }
      text = pieces.join('') + text.slice(from)
    }
  })
  return { texts: redacted, counts, whole }
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
const marksOfText = (json: string): number => json.match(/\\.|"/g)?.filter(mark => mark === '"').length ?? 0

/** Assigns a placeholder to each value, skipping placeholders that the texts already contain. */
function marks(texts: readonly string[]): (kind: string, value: string) => string {
  const taken = new Set(texts.flatMap(text => Array.from(text.matchAll(MARK), ([, name]) => name)))
  const given = new Map<string, string>()
  const last = new Map<string, number>()
  return (kind, value) => {
    const key = `${kind} ${value.replace(/[\s().-]/g, '')}`
    const known = given.get(key)
    if (known !== undefined) return known
    let number = (last.get(kind) ?? 0) + 1
    while (taken.has(`${kind}_${number}`)) number += 1
    last.set(kind, number)
    const mark = `{{${kind}_${number}}}`
    given.set(key, mark)
    return mark
  }
}
