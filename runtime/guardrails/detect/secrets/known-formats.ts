// Finds keys by the formats that services document (`key-formats.ts`). Prefixes are looked up by their first
// character, where a word starts, so a text costs little however many formats there are.
import type { TextMatch } from '../text/text-match.ts'
import { looksRandom } from './entropy.ts'
import { jsonWebToken, markedFormats, prefixedFormats } from './key-formats.ts'
import { isExample } from './placeholders.ts'

interface LinkedFormat {
  readonly kind: string
  /** Sticky; the first group is what follows the prefix. */
  readonly pattern: RegExp
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

function indexFormats(): ReadonlyMap<string, readonly LinkedFormat[]> {
  const byFirst = new Map<string, LinkedFormat[]>()
  for (const [kind, prefixes, rest] of prefixedFormats) {
    const literals = prefixes.split(' ')
    for (const first of new Set(literals.map(prefix => prefix.charAt(0)))) {
      const starting = literals.filter(prefix => prefix.startsWith(first)).map(escaped)
      const pattern = new RegExp(`(?:${starting.join('|')})(${rest})`, 'y')
      byFirst.set(first, [...(byFirst.get(first) ?? []), { kind, pattern }])
    }
  }
  return byFirst
}

/** Runs of key characters; prose has none this long. Whole ones, so that nothing is tried within a shorter one. */
const RUNS = /(?<![\w.+/=:~$%-])[\w.+/=:~$%-]{16,}/g
/**
 * Every key whose distinctive part is a single character has a run of at least this length. Most texts contain the
 * character, so only those with such a run are searched.
 */
const LONG_RUN = 40

/** An escaped line break or character: its letters do not belong to the word that follows. */
const ESCAPE = String.raw`\\[nrtbf]|%[0-9A-Fa-f]{2}`

/** Where a word starts. */
const WORD_STARTS = new RegExp(`(?<![A-Za-z0-9])[\\w.]|(?<=${ESCAPE})[A-Za-z0-9]`, 'g')

const ALPHANUMERIC = /[A-Za-z0-9]/

/** Finds the keys of a text, with linked patterns of its own. */
export function linkKnownFormats(): (text: string) => Iterable<TextMatch> {
  const byFirst = indexFormats()
  const marked = markedFormats.map(([kind, part, notAfter, key]) => ({
    kind,
    part,
    pattern: new RegExp(`(?:(?<![${notAfter}])|(?<=${ESCAPE}))${key}`, 'g'),
  }))
  const keyAt = (text: string, start: number): TextMatch | undefined => {
    for (const { kind, pattern } of byFirst.get(text.charAt(start)) ?? []) {
      pattern.lastIndex = start
      const match = pattern.exec(text)
      if (match === null) continue
      const end = start + match[0].length
      const isKey =
        !ALPHANUMERIC.test(text.charAt(end)) && looksRandom(match[1] ?? '') && !isExample(match[0])
      if (isKey) return { kind, start, end }
    }
    return undefined
  }
  return function* (text) {
    const runs = [...text.matchAll(RUNS)]
    const hasLongRun = runs.some(([run]) => run.length >= LONG_RUN)
    for (const { kind, part, pattern } of marked)
      if ((hasLongRun || part.length > 1) && text.includes(part))
        for (const { 0: key, index } of text.matchAll(pattern))
          if (!isExample(key)) yield { kind, start: index, end: index + key.length }
    for (const run of runs) {
      // Two characters before a run may be an escape.
      const from = Math.max(0, run.index - 2)
      const window = text.slice(from, run.index + run[0].length)
      let next = run.index
      for (const { index } of window.matchAll(WORD_STARTS)) {
        const start = from + index
        const match = start < next ? undefined : keyAt(text, start)
        if (match === undefined) continue
        yield match
        next = match.end
      }
    }
  }
}

export function* webTokens(text: string): Iterable<TextMatch> {
  if (!text.includes('eyJ')) return
  const tail = new RegExp(jsonWebToken.tail)
  for (const { 0: head, index } of text.matchAll(jsonWebToken.head)) {
    tail.lastIndex = index + head.length
    if (tail.test(text)) yield { kind: 'JWT', start: index, end: tail.lastIndex }
  }
}
