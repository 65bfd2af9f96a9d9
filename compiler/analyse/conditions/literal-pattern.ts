// Regular expressions without operators: a literal that a value contains, begins with, ends with, or is. What one of them implies for
// another is decided; any other pattern is opaque. Patterns are shorter than what they see of a value.
import { matchedText } from '../../plan/matched-text.ts'

export interface LiteralPattern {
  readonly text: string
  readonly atStart: boolean
  readonly atEnd: boolean
}

const LITERAL = /^(\^?)((?:[\w \-/:@,;=&%#~<>!"'`]|\\[.\-/+*?()[\]{}|^$])*)(\$?)$/

/** Undefined for a pattern that is more than a literal. */
export function literalPattern(pattern: string): LiteralPattern | undefined {
  const [, start, text, end] = LITERAL.exec(pattern) ?? []
  if (text === undefined) return undefined
  return { text: text.replaceAll('\\', ''), atStart: start !== '', atEnd: end !== '' }
}

export function matchesLiteral({ text, atStart, atEnd }: LiteralPattern, value: string): boolean {
  const seen = matchedText(value)
  if (atStart && atEnd) return seen === text
  if (atStart) return seen.startsWith(text)
  return atEnd ? seen.endsWith(text) : seen.includes(text)
}

/** Whether every text that matches the first matches the second. */
export function impliesLiteral(first: LiteralPattern, second: LiteralPattern): boolean {
  if (first.atStart && first.atEnd) return matchesLiteral(second, first.text)
  if (second.atStart && !first.atStart) return false
  if (second.atEnd && !first.atEnd) return false
  return second.atStart !== second.atEnd || (!second.atStart && !second.atEnd)
    ? matchesLiteral(second, first.text)
    : false
}

/** Whether no text matches both. */
export function excludesLiteral(first: LiteralPattern, second: LiteralPattern): boolean {
  if (first.atStart && first.atEnd) return !matchesLiteral(second, first.text)
  if (second.atStart && second.atEnd) return !matchesLiteral(first, second.text)
  if (
    first.atStart &&
    second.atStart &&
    !first.text.startsWith(second.text) &&
    !second.text.startsWith(first.text)
  )
    return true
  return first.atEnd && second.atEnd && !first.text.endsWith(second.text) && !second.text.endsWith(first.text)
}
