// Shared by the checks that count: the sum over all texts counts, and bounds are inclusive.
import { pluralize } from '../../../../schemas/values/format-names.ts'
import type { Evaluate } from '../../check.ts'
import { NO_TEXT_RESULT } from '../../on-text.ts'

interface CountBounds {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly not: boolean
}

/** Evaluates the count over all texts. `noun` is singular. */
export function countCheck(noun: string, count: (text: string) => number, bounds: CountBounds): Evaluate {
  const { min = 0, max = Number.POSITIVE_INFINITY, not } = bounds
  const expectation = `${not ? 'forbidden' : 'expected'}: ${formatRange(bounds)}`
  return ({ texts }) => {
    if (texts.length === 0) return NO_TEXT_RESULT
    const found = texts.reduce((sum, text) => sum + count(text), 0)
    return {
      passed: (found >= min && found <= max) !== not,
      reason: `The text has ${pluralize(found, noun)}; ${expectation}.`,
      facts: { [`${noun}s`]: found },
    }
  }
}

function formatRange({ min, max }: CountBounds): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  if (min !== undefined) return `at least ${min}`
  return max === undefined ? 'any number' : `at most ${max}`
}
