// A regular expression of a query or a check is valid RE2 and cannot backtrack catastrophically; header configs
// may contain only a few.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { isByCaller } from '../../facts/environment.ts'
import { estimatePatternCost } from '../../pattern-analysis/pattern-cost.ts'
import { patternsOf } from '../nodes/patterns.ts'
import { REQUEST_LIMITS } from '../nodes/request-cost.ts'
import type { Rule } from '../nodes/rule-context.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
  'not-proved': 'pattern-not-proved',
} as const

/** Patterns per header config. Each takes up to a millisecond to compile, and more to run on every request. */
const MAX_IN_REQUEST = 50

export const patternIsValid: Rule = (context, report) => {
  let count = 0
  let cost = 0
  for (const { pointer, text } of patternsOf(context)) {
    count += 1
    if (count > MAX_IN_REQUEST && isByCaller(context.environment)) {
      const message = `A config in a request can have at most ${MAX_IN_REQUEST} regular expressions. Put it in the project of the gateway.`
      report('costly-config', pointer, message)
      return
    }
    cost += estimatePatternCost(text)
    if (cost > REQUEST_LIMITS.patterns && isByCaller(context.environment)) {
      const message = `The regular expressions of a config in a request can have at most ${REQUEST_LIMITS.patterns} characters and steps in total. Put it in the project of the gateway.`
      report('costly-config', pointer, message)
      return
    }
    const error = context.catalog.analyzePattern(text)
    if (error !== undefined)
      report(
        CODES[error.kind],
        pointer,
        `The regular expression ${quoteName(text).replaceAll('\\\\', '\\')} ${error.reason}.`,
      )
  }
}
