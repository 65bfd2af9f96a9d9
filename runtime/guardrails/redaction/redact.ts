// Puts marks such as {{EMAIL_ADDRESS_1}} in the place of what was found. A value has one mark in all texts of a
// request, however it is spaced. What a replacement uncovers is looked for again, a bounded number of times.
import type { Find } from './span.ts'

export interface Redacted {
  readonly texts: readonly string[]
  /** How many were found, by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** Whether nothing is left to be found. */
  readonly whole: boolean
}

/** Each turn uncovers only what touched a finding of the one before. */
const MOST_TURNS = 6

const MARK = /\{\{([A-Z][A-Z0-9_]{1,60}_\d{1,9})\}\}/g

export function redact(texts: readonly string[], find: Find): Redacted {
  const counts = new Map<string, number>()
  const markOf = marks(texts)
  let whole = true
  const redacted = texts.map(given => {
    let text = given
    for (let turn = 0; ; turn += 1) {
      const spans = find(text)
      if (spans.length === 0) return text
      if (turn === MOST_TURNS) {
        whole = false
        return text
      }
      const pieces: string[] = []
      let from = 0
      for (const { kind, start, end } of spans) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        pieces.push(text.slice(from, start), markOf(kind, text.slice(start, end)))
        from = end
      }
      text = pieces.join('') + text.slice(from)
    }
  })
  return { texts: redacted, counts, whole }
}

/** Gives each value its mark; marks that stand in the texts already mean something else and are not given again. */
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
