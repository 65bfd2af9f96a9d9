// The maximum text length for checks. A body may have 16 MiB: matching patterns over that much would block other
// requests, and an engine that gives up midway would be an error, which lets a text pass.
import type { CheckResult, Evaluate } from '../../check.ts'
import { limitExceeded } from '../../result.ts'

/** UTF-16 code units of all texts combined. */
export const MAX_TEXT_LENGTH = 1024 * 1024

/** Limits the length of the texts; longer ones fail, regardless of `not`. */
export const withMaxLength =
  (maxLength: number, evaluate: Evaluate): Evaluate =>
  (input, ports) => {
    if (totalLength(input.texts) > maxLength) return tooLongResult(maxLength)
    return evaluate(input, ports)
  }

const totalLength = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

const tooLongResult = (maxLength: number): CheckResult =>
  limitExceeded(`The text is longer than the ${maxLength} characters that the check can evaluate.`)
