// Request parameters other than messages and tools, converted by a dialect's table with one line each. What no line
// covers, or the dialect does not support, is dropped and reported as dropped; a value whose meaning would change is
// an error.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isObject, writeJson } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import type { ReportConversionError } from './conversion-errors.ts'

export interface ConversionResult {
  readonly fields?: JsonObject
  /** All or part of the value is not supported: the parameter is reported as dropped. */
  readonly isLossy?: boolean
  /** Reported instead of the parameter, if only parts of it are not supported. */
  readonly droppedParts?: readonly string[]
}

export type Conversion<Context = AdapterContext> = (
  value: Json,
  report: ReportConversionError,
  name: string,
  context: Context,
) => ConversionResult

/** Each line: the names that it converts, separated by spaces. Later lines take precedence over earlier ones. */
export type ParameterTable<Context = AdapterContext> = readonly (readonly [
  names: string,
  conversion: Conversion<Context>,
])[]

export const DROPPED: ConversionResult = { isLossy: true }

export const unchanged: Conversion<unknown> = (value, _, name) => ({ fields: { [name]: value } })

/** Converted elsewhere, or by the driver. */
export const handledElsewhere: Conversion<unknown> = () => ({})

/** Ignored silently at its neutral value; dropped at any other. */
export const ignoredWhen =
  (neutral: Json): Conversion<unknown> =>
  value =>
    writeJson(value) === writeJson(neutral) ? {} : DROPPED

export function refuse(report: ReportConversionError, parameter: string, message: string): ConversionResult {
  report(message, parameter)
  return {}
}

/** Parameters that refer to a history: without them the request would be answered, but with another meaning. */
const STORED_ELSEWHERE: ReadonlySet<string> = new Set([
  'cached_content',
  'conversation',
  'previous_interaction_id',
  'previous_response_id',
])

export interface ConvertedParameters {
  readonly parameters: JsonObject
  /** Sorted. */
  readonly dropped: readonly string[]
}

export type ConvertParameters<Context = AdapterContext> = (
  body: JsonObject,
  report: ReportConversionError,
  context: Context,
) => ConvertedParameters

/** A converter for a table. Objects written by several lines are merged, except those named in `unmerged`. */
export function parameterConverter<Context = AdapterContext>(
  table: ParameterTable<Context>,
  unmerged: ReadonlySet<string> = new Set(),
): ConvertParameters<Context> {
  const conversions = table.flatMap(([names, conversion]) =>
    names.split(' ').map(name => [name, conversion] as const),
  )
  const known = new Set(conversions.map(([name]) => name))
  return (body, report, context) => {
    const dropped = Object.keys(body).filter(name => !known.has(name) && body[name] !== null)
    for (const name of dropped)
      if (STORED_ELSEWHERE.has(name))
        report(`${name} refers to state of another provider. Send the whole conversation without it.`, name)
    let parameters: JsonObject = {}
    for (const [name, convert] of conversions) {
      const value = body[name] ?? null
      if (value === null) continue
      const { fields, isLossy, droppedParts } = convert(value, report, name, context)
      if (fields !== undefined) parameters = joinFields(parameters, fields, unmerged)
      if (isLossy === true) dropped.push(name)
      if (droppedParts !== undefined) dropped.push(...droppedParts.map(part => `${name}.${part}`))
    }
    return { parameters, dropped: dropped.sort() }
  }
}

/**
 * Merges two objects; the right one takes precedence. Nested objects are merged one level deep, except those named
 * in `unmerged`.
 */
export function joinFields(
  left: JsonObject,
  right: JsonObject,
  unmerged: ReadonlySet<string> = new Set(),
): JsonObject {
  const joined = Object.entries(right).map(([name, value]): readonly [string, Json] => {
    const before = left[name]
    const both = isObject(before) && isObject(value) && !unmerged.has(name)
    return [name, both ? { ...before, ...value } : value]
  })
  return { ...left, ...Object.fromEntries(joined) }
}
