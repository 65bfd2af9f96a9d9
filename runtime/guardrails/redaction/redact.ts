// Puts marks such as {{EMAIL_ADDRESS_1}} in the place of what was found. A value has one mark in all texts of a
// request, however it is spaced. What a replacement uncovers is looked for again, a bounded number of times. JSON, such
// as the arguments of a call, stays JSON: a number gives way to a text.
import type { Find } from './span.ts'

export interface Redacted {
  readonly texts: readonly string[]
  /** How many were found, by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** Whether nothing is left to be found, and what was JSON still is. */
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

/** Only what looks like an object or a list is read: of plain texts and numbers nobody expects JSON. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The quotation marks that begin and end texts of JSON. */
const marksOfText = (json: string): number => json.match(/\\.|"/g)?.filter(mark => mark === '"').length ?? 0

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
