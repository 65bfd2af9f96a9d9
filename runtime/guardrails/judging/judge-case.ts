// The case of letters, for the checks that require one case. Text without cased letters satisfies either.
import type { Finding } from '../check.ts'
import { outcome } from './outcome.ts'

const UPPER = /[\p{Lu}\p{Lt}]/gu
const LOWER = /[\p{Ll}\p{Lt}]/gu

function countOf(letters: RegExp, text: string): number {
  let count = 0
  for (const _ of text.matchAll(letters)) count += 1
  return count
}

/** The result of a check that requires one case. */
export function judgeCase(wanted: 'upper' | 'lower', text: string, not: boolean): Finding {
  const [unwanted, other] = wanted === 'upper' ? [LOWER, 'lower'] : [UPPER, 'upper']
  const count = countOf(unwanted, text)
  const found = count === 0 ? 'No letter is' : count === 1 ? '1 letter is' : `${count} letters are`
  return outcome(count === 0, not, `${found} in ${other} case`, { letters: count })
}
