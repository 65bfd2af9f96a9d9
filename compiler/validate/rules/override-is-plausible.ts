// Overrides of known parameters have a type and a range that a route accepts, and names are not misspelled. A provider
// may have parameters of its own and allow more, so only a wrong type is an error.

import { type ParameterFact, parameters } from '../../../schemas/generated/parameters.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import { adviseTypes } from '../../../schemas/values/type-names.ts'
import { objectProperty } from '../config-node.ts'
import { ungroupedNumber } from '../grouped-digits.ts'
import { describeValue, isJsonArray, isJsonObject } from '../json-values.ts'
import { nearParameters } from '../near-parameters.ts'
import { OVERRIDES } from '../overrides.ts'
import { replaceWithOnly } from '../replacement-fix.ts'
import type { ReportAt } from '../report.ts'
import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'

/** Reported by the rule about parameters that the gateway itself reads. */
const READ_BY_THE_GATEWAY = new Set(['model', 'stream'])

/** The JSON type of a value, `integer` for whole numbers. */
function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const hasType = (value: Json, types: readonly string[]): boolean => {
  const type = typeOf(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

function describeRange({ minimum, maximum }: ParameterFact): string {
  if (minimum === undefined) return `at most ${maximum}`
  return maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
}

const isOutside = (value: Json | undefined, { minimum, maximum }: ParameterFact): value is number =>
  typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value))

/** The numbers of a value with their pointers: itself, or those of an object such as `logit_bias`. */
const numbersOf = (value: Json, at: Pointer): readonly (readonly [Json, Pointer])[] =>
  isJsonObject(value)
    ? Object.entries(value).map(([name, inner]) => [inner, childPointer(at, name)])
    : [[value, at]]

function reportKnown(report: ReportAt, name: string, value: Json, at: Pointer, fact: ParameterFact): void {
  if (fact.types !== undefined && !hasType(value, fact.types)) {
    const wanted = joinNames(adviseTypes(fact.types), 'or')
    const ungrouped = ungroupedNumber(value)
    const advice = ungrouped === undefined ? '' : ` Write ${ungrouped}.`
    report(
      'wrong-type',
      at,
      `The override of "${name}" must be ${wanted}, not ${describeValue(value)}.${advice}`,
    )
    return
  }
  for (const [number, pointer] of numbersOf(value, at))
    if (isOutside(number, fact)) {
      const subject = pointer === at ? `The override of "${name}"` : `A value of "${name}"`
      const message = `${subject} is ${number}, but the interface allows ${describeRange(fact)}. Most providers reject it.`
      report('override-out-of-range', pointer, message)
    }
}

function reportUnknown(
  { parsed, environment }: RuleContext,
  report: ReportAt,
  name: string,
  at: Pointer,
): void {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  const near = nearParameters(name)
  if (near.length === 0) return
  report(
    'misspelled-parameter',
    { key: at },
    `${quoteName(name)} is not a known request parameter.${didYouMean(near)}`,
    { fix: replaceWithOnly(parsed, { key: at }, undefined, near) },
  )
}

export const overrideIsPlausible: Rule = (context, report) => {
  for (const node of context.nodes)
    for (const [name, value] of Object.entries(objectProperty(node, OVERRIDES) ?? {})) {
      const at = childPointer(childPointer(node.pointer, OVERRIDES), name)
      const fact = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      if (READ_BY_THE_GATEWAY.has(name)) continue
      if (fact === undefined) reportUnknown(context, report, name, at)
      else reportKnown(report, name, value, at, fact)
    }
}
