// The maximum text length for checks. A body may have 16 MiB: matching patterns over that much would block other
// requests, and an engine that gives up midway would be an error, which lets a text pass.
import type { Finding, Judge } from '../check.ts'
import { beyondLimit } from './outcome.ts'

/** UTF-16 code units of all texts combined. */
export const LONGEST = 1024 * 1024

/** Limits the length of the texts; longer ones fail, regardless of `not`. */
export const upTo =
  (longest: number, judge: Judge): Judge =>
  (subject, ports) => {
    if (lengthOf(subject.texts) > longest) return tooLong(longest)
    return judge(subject, ports)
  }

export const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0)

const tooLong = (longest: number): Finding =>
  beyondLimit(`The text is longer than the ${longest} characters that the check can evaluate.`)
