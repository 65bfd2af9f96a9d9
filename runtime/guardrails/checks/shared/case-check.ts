// The case of letters, for the checks that require one case. Text without cased letters satisfies either.
import type { CheckResult } from '../../check.ts'
import { conditionResult } from '../../result.ts'

/** With letters in circles and squares. */
const UPPER = /[\p{Uppercase}\p{Lt}]/gu
/** With letters in circles; raised ones (`1ª`) are not a separate text. */
const LOWER = /[\p{Ll}\p{Lt}\u24d0-\u24e9]/gu

function countMatches(letters: RegExp, text: string): number {
  let count = 0
  for (const _ of text.matchAll(letters)) count += 1
  return count
}

/** The result of a check that requires one case. */
export function caseResult(required: 'upper' | 'lower', text: string, not: boolean): CheckResult {
  const [unwanted, other] = required === 'upper' ? [LOWER, 'lower'] : [UPPER, 'upper']
  const count = countMatches(unwanted, text)
  const found = count === 0 ? 'No letter is' : count === 1 ? '1 letter is' : `${count} letters are`
  return conditionResult(count === 0, not, `${found} in ${other} case`, { letters: count })
}
