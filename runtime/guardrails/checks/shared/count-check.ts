// Shared by the checks that count: the sum over all texts counts, and bounds are inclusive.
import { pluralize } from '../../../../schemas/values/format-names.ts'
import type { CheckResult, Evaluate } from '../../check.ts'
import { NO_TEXT_RESULT } from '../../on-text.ts'

interface CountBounds {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly not: boolean
}

/** Evaluates the count over all texts. `noun` is singular. */
export const countCheck =
  (noun: string, count: (text: string) => number, bounds: CountBounds): Evaluate =>
  ({ texts }) =>
    texts.length === 0
      ? NO_TEXT_RESULT
      : countResult(
          noun,
          texts.reduce((sum, text) => sum + count(text), 0),
          bounds,
        )

export function countResult(noun: string, found: number, bounds: CountBounds): CheckResult {
  const { min = 0, max = Number.POSITIVE_INFINITY, not } = bounds
  return {
    passed: (found >= min && found <= max) !== not,
    reason: `The text has ${pluralize(found, noun)}; ${not ? 'forbidden' : 'expected'}: ${formatRange(bounds)}.`,
    facts: { [`${noun}s`]: found },
  }
}

function formatRange({ min, max }: CountBounds): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  if (min !== undefined) return `at least ${min}`
  return max === undefined ? 'any number' : `at most ${max}`
}
