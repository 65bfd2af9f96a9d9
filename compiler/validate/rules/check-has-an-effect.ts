// A check has a parameter without which it passes everything, its bounds leave something between them, and its lists do not contradict each other.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, formatPointer, lastToken } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { type CheckValue, checkValues } from '../structure/check-parameters.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  (isJsonArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0)

const namesIn = (mark: unknown): readonly string[] => (Array.isArray(mark) ? mark.map(String) : [])

/** An unknown name is reported already, and probably meant as one of these. */
function reportEmpty({ value, schema, pointer }: CheckValue, report: ReportAt): void {
  const names = namesIn(schema['x-at-least-one'])
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, { readonly default?: Json }>>
  const known = Object.keys(properties)
  if (names.length === 0 || !isJsonObject(value)) return
  if (Object.keys(value).some(name => !known.includes(name))) return
  if (names.some(name => !isEmpty(ownProperty(value, name) ?? properties[name]?.default))) return
  const subject = lastToken(pointer) === 'parameters' ? 'The check' : quoteName(lastToken(pointer) ?? '')
  report(
    'check-without-effect',
    pointer,
    `${subject} sets ${names.length > 1 ? 'none of ' : 'nothing in '}${joinNames(names.map(quoteName), 'and')}, so it checks nothing.`,
  )
}

/** A flag that is off is like none. */
const isSet = (value: Json | undefined): boolean => value !== undefined && value !== false

/** Names that are unknown were probably meant as one of these, but the check cannot run without it. */
function reportMissing({ value, schema, pointer }: CheckValue, report: ReportAt): void {
  const names = namesIn(schema['x-requires-one'])
  if (names.length === 0 || names.some(name => isSet(ownProperty(value, name)))) return
  report(
    'missing-property',
    { key: pointer },
    `"${formatPointer(pointer)}" requires ${joinNames(names.map(quoteName), 'or')}.`,
  )
}

function reportBounds({ value, schema, pointer }: CheckValue, report: ReportAt): void {
  const [low, high] = namesIn(schema['x-ordered'])
  if (low === undefined || high === undefined) return
  const [least, most] = [ownProperty(value, low), ownProperty(value, high)]
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return
  const at = childPointer(pointer, high)
  report(
    'out-of-range',
    at,
    `"${formatPointer(at)}" is ${most}, less than "${low}" with ${least}: no number is within these bounds.`,
    { notes: [{ at: { key: childPointer(pointer, low) }, message: 'the other bound is here' }] },
  )
}

/** What is in both lists is blocked, so it was not meant to be allowed. */
function reportContradiction({ value, schema, pointer }: CheckValue, report: ReportAt): void {
  const [allowed, blocked] = namesIn(schema['x-disjoint'])
  if (allowed === undefined || blocked === undefined) return
  const [allows, blocks] = [ownProperty(value, allowed), ownProperty(value, blocked)]
  if (!isJsonArray(allows) || !isJsonArray(blocks)) return
  for (const [index, name] of allows.entries()) {
    const other = blocks.indexOf(name)
    if (other < 0) continue
    report(
      'allowed-and-blocked',
      childPointer(childPointer(pointer, allowed), index),
      `${quoteName(String(name))} is in "${allowed}" and in "${blocked}".`,
      { notes: [{ at: childPointer(childPointer(pointer, blocked), other), message: 'it is blocked here' }] },
    )
  }
}

export const checkHasAnEffect: Rule = ({ guards }, report) => {
  for (const { checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const each of facts === undefined ? [] : checkValues(parameters, facts.parameters, pointer)) {
        reportEmpty(each, report)
        reportMissing(each, report)
        reportBounds(each, report)
        reportContradiction(each, report)
      }
}
