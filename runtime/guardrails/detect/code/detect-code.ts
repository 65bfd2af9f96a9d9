// Whether a text contains code of a language: a fenced block tagged with it, or lines with enough matching patterns.
// A heuristic: it reads lines, not grammars, and languages with shared syntax (JavaScript in TypeScript, C in C++)
// are both detected.
import { isObject, type Json } from '../../../../schemas/values/json.ts'
import { findJson } from '../text/find-json.ts'
import { type CodeLanguage, languagePatterns } from './language-patterns.ts'

/** Characters of a line that are searched. */
const MAX_LINE_LENGTH = 400

/** Minimum total weight of patterns. */
const MIN_WEIGHT = 2

const FENCE = /^[ \t]*(?:`{3,9}|~{3,9})[ \t]*\{?\.?([\w+#-]+)/

export function detectCode(text: string, language: CodeLanguage): boolean {
  const { tags, lines } = languagePatterns[language]
  let weight = 0
  const seen = new Set<number>()
  for (const fullLine of text.split('\n')) {
    if (fullLine.trim() === '') continue
    const line = fullLine.length > MAX_LINE_LENGTH ? fullLine.slice(0, MAX_LINE_LENGTH) : fullLine
    const tag = FENCE.exec(line)?.[1]?.toLowerCase()
    if (tag !== undefined && tags.includes(tag)) return true
    for (const [index, [patternWeight, pattern]] of lines.entries()) {
      if (seen.has(index) || !pattern.test(line)) continue
      seen.add(index)
      weight += patternWeight
      if (weight >= MIN_WEIGHT) return true
    }
  }
  return language === 'JSON' && findJson(text).some(isStructured)
}

/** Brackets of other languages parse as JSON too, so an object with at least one property is required, by itself or in a list. */
const isStructured = (value: Json): boolean =>
  [value].flat().some(item => isObject(item) && Object.keys(item).length > 0)
