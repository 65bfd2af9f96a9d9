// Shared by the checks that count: the sum over all texts counts, and bounds are inclusive.
import { counted } from '../../../compiler/diagnostics/words.ts'
import type { Judge } from '../check.ts'
import { NO_TEXT } from './judge-text.ts'

interface Bounds {
  readonly least: number | undefined
  readonly greatest: number | undefined
  readonly not: boolean
}

/** Evaluates the count over all texts. `noun` is singular. */
export function judgeCount(noun: string, count: (text: string) => number, bounds: Bounds): Judge {
  const { least = 0, greatest = Number.POSITIVE_INFINITY, not } = bounds
  const wish = `${not ? 'forbidden' : 'expected'}: ${rangeOf(bounds)}`
  return ({ texts }) => {
    if (texts.length === 0) return NO_TEXT
    const found = texts.reduce((sum, text) => sum + count(text), 0)
    return {
      passed: (found >= least && found <= greatest) !== not,
      reason: `The text has ${counted(found, noun)}; ${wish}.`,
      facts: { [`${noun}s`]: found },
    }
  }
}

function rangeOf({ least, greatest }: Bounds): string {
  if (least !== undefined && greatest !== undefined) return `${least} to ${greatest}`
  if (least !== undefined) return `at least ${least}`
  return greatest === undefined ? 'any number' : `at most ${greatest}`
}
