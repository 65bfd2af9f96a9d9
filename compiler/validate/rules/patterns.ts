// Rules about regular expressions, of queries and of checks.

import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isByCaller } from '../../facts/environment.ts'
import { canMatch } from '../../pattern-analysis/can-match.ts'
import { estimatePatternCost } from '../../pattern-analysis/pattern-cost.ts'
import { queryParts } from '../nodes/query-parts.ts'
import { REQUEST_LIMITS } from '../nodes/request-cost.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { subschema } from '../structure/check-parameters.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
  'not-proved': 'pattern-not-proved',
} as const

/** Patterns per header config. Each takes up to a millisecond to compile, and more to run on every request. */
const MAX_IN_REQUEST = 50

/** A regular expression of a query or a check is valid RE2 and cannot backtrack catastrophically; header configs may contain only a few. */
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

/** A regular expression of a query or a check matches some string. */
export const patternCanMatch: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  // With delimiters it is reported for them.
  for (const { pointer, text } of patternsOf(context))
    if (!canMatch(text) && !DELIMITED.test(text))
      report(
        'pattern-never-matches',
        pointer,
        `No string matches ${quoteName(text)}: "^" is the start of the text and "$" its end, and a class needs a character.`,
      )
}

const DELIMITED = /^\/(.+)\/([gimsuvy]*)$/s

/** A pattern is written without delimiters and flags: "/paid/i" looks for the slashes too. */
export const patternHasNoDelimiters: Rule = (context, report) => {
  // A path is matched with slashes on purpose.
  let isPath = false
  for (const part of queryParts(context)) {
    if (part.part === 'field') isPath = part.name === 'url.pathname'
    if (part.part !== 'test' || part.operator !== '$regex' || typeof part.operand !== 'string') continue
    const [, , flags = ''] = DELIMITED.exec(part.operand) ?? []
    if (!isPath || flags !== '') reportDelimiters(context, report, part.pointer, part.operand)
  }
  // A check may look for a path. With its delimiters, a pattern that has anchors matches nothing.
  for (const { pointer, text } of patternsOfChecks(context))
    if (/\/[gimsuvy]+$/.test(text) || !canMatch(text)) reportDelimiters(context, report, pointer, text)
}

function reportDelimiters({ parsed }: RuleContext, report: ReportAt, at: Pointer, written: string): void {
  const [, pattern, flags = ''] = DELIMITED.exec(written) ?? []
  if (pattern === undefined) return
  const flagGroup = ['i', 'm', 's'].filter(flag => flags.includes(flag)).join('')
  const text = `${flagGroup === '' ? '' : `(?${flagGroup})`}${pattern}`
  report(
    'delimited-pattern',
    at,
    `The pattern ${quoteName(written)} looks for the slashes too. Patterns have no delimiters; write ${quoteName(text)}.`,
    { fix: replaceWith(parsed, at, written, text) },
  )
}

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
  yield* patternsOfChecks(context)
}

function* patternsOfChecks(context: RuleContext): Generator<Pattern> {
  for (const { checks } of context.guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      yield* patternsIn(parameters, facts?.parameters, pointer)
}
