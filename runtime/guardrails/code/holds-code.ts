// Whether a text contains code of a language: a fenced block tagged with it, or lines with enough matching patterns.
// A heuristic: it reads lines, not grammars, and languages with shared syntax (JavaScript in TypeScript, C in C++)
// are both detected.
import type { Json } from '../../../compiler/source.ts'
import { isObject } from '../../providers/wire/json.ts'
import { findJson } from '../json/find-json.ts'
import { type Language, marksOf } from './marks.ts'

/** Characters of a line that are searched. */
const LONGEST_LINE = 400

/** Minimum total weight of patterns. */
const ENOUGH = 2

const FENCE = /^[ \t]*(?:`{3,9}|~{3,9})[ \t]*\{?\.?([\w+#-]+)/

export function holdsCode(text: string, language: Language): boolean {
  const { tags, lines } = marksOf[language]
  let weight = 0
  const seen = new Set<number>()
  for (const whole of text.split('\n')) {
    if (whole.trim() === '') continue
    const line = whole.length > LONGEST_LINE ? whole.slice(0, LONGEST_LINE) : whole
    const tag = FENCE.exec(line)?.[1]?.toLowerCase()
    if (tag !== undefined && tags.includes(tag)) return true
    for (const [index, [more, mark]] of lines.entries()) {
      if (seen.has(index) || !mark.test(line)) continue
      seen.add(index)
      weight += more
      if (weight >= ENOUGH) return true
    }
  }
  return language === 'JSON' && findJson(text).some(isStructured)
}

/** Brackets of other languages parse as JSON too, so an object with at least one property is required, alone or in a list. */
const isStructured = (value: Json): boolean =>
  [value].flat().some(item => isObject(item) && Object.keys(item).length > 0)
