// A regular expression of a query or a check is valid RE2 and cannot backtrack catastrophically; header configs
// may contain only a few.

import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isByCaller } from '../../environment.ts'
import { estimatePatternCost } from '../../pattern-analysis/pattern-cost.ts'
import { isJsonArray, isJsonObject } from '../json-values.ts'
import { queryParts } from '../query-parts.ts'
import { REQUEST_LIMITS } from '../request-cost.ts'
import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { subschema } from '../structure/parameter-names.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
} as const

/** Patterns per header config. Each takes up to a millisecond to compile, and more to run on every request. */
const MAX_IN_REQUEST = 50

interface Pattern {
  readonly pointer: Pointer
  readonly text: string
}

/** The patterns among parameters, at any depth, where the schema marks them. */
function* patternsIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  pointer: Pointer,
): Generator<Pattern> {
  if (typeof value === 'string' && schema?.['x-pattern'] === true) yield { pointer, text: value }
  const entries = isJsonArray(value) ? value.map((item, index) => [index, item] as const) : undefined
  for (const [key, item] of entries ?? (isJsonObject(value) ? Object.entries(value) : []))
    yield* patternsIn(item, subschema(schema, String(key)), childPointer(pointer, key))
}

function* patternsOf(context: RuleContext): Generator<Pattern> {
  for (const part of queryParts(context))
    if (part.part === 'test' && part.operator === '$regex' && typeof part.operand === 'string')
      yield { pointer: part.pointer, text: part.operand }
  for (const { checks } of context.guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      yield* patternsIn(parameters, facts?.parameters, pointer)
}

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
