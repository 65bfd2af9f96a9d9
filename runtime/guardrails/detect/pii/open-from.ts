// From where a growing text may still contain personal data that are not complete: numbers with their separators and the
// labels after them, and the last word.
import { type OpenFrom, startOfRun } from '../text/settled-to.ts'
import { spelledOpenFrom } from '../text/spelled-text.ts'

/** Longer than a number with its separators, and the label that may follow it. */
const REACH = 128
const DIGIT = /\p{Nd}/u

export const piiOpenFrom: OpenFrom = text => {
  const word = Math.min(startOfRun(text), spelledOpenFrom(text))
  const from = Math.max(0, text.length - REACH)
  const digit = text.slice(from).search(DIGIT)
  // A number that began before is in the run of words that the first of these digits is in.
  return digit < 0 ? word : Math.min(word, startOfRun(text, from + digit))
}
