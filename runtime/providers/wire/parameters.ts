// Request parameters beside messages and tools, converted by a dialect's table with one line each. What no line
// covers, or the dialect does not support, is dropped and reported as dropped; a value whose meaning would change
// is an error.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { isObject, writeJson } from './json.ts'
import type { Report } from './report.ts'

export interface Outcome {
  readonly becomes?: JsonObject
  /** All or part of the value is not supported: the parameter is reported as dropped. */
  readonly loses?: boolean
}

export type Conversion<Context = AdapterContext> = (
  value: Json,
  report: Report,
  name: string,
  context: Context,
) => Outcome

/** Each line: the names that it converts, separated by spaces. Later lines take precedence over earlier ones. */
export type ParameterTable<Context = AdapterContext> = readonly (readonly [
  names: string,
  conversion: Conversion<Context>,
])[]

export const lost: Outcome = { loses: true }

export const unchanged: Conversion<unknown> = (value, _, name) => ({ becomes: { [name]: value } })

/** Converted elsewhere, or by the driver. */
export const elsewhere: Conversion<unknown> = () => ({})

/** Ignored silently at its neutral value; dropped at any other. */
export const silentWhen =
  (neutral: Json): Conversion<unknown> =>
  value =>
    writeJson(value) === writeJson(neutral) ? {} : lost

export function refuse(report: Report, parameter: string, sentence: string): Outcome {
  report(sentence, parameter)
  return {}
}

export interface Converted {
  readonly parameters: JsonObject
  /** Sorted. */
  readonly dropped: readonly string[]
}

export type ConvertParameters<Context = AdapterContext> = (
  body: JsonObject,
  report: Report,
  context: Context,
) => Converted

/** A converter for a table. Objects written by several lines are merged, except those named in `unmerged`. */
export function parameterConverter<Context = AdapterContext>(
  table: ParameterTable<Context>,
  whole: ReadonlySet<string> = new Set(),
): ConvertParameters<Context> {
  const conversions = table.flatMap(([names, conversion]) =>
    names.split(' ').map(name => [name, conversion] as const),
  )
  const known = new Set(conversions.map(([name]) => name))
  return (body, report, context) => {
    const dropped = Object.keys(body).filter(name => !known.has(name) && body[name] !== null)
    let parameters: JsonObject = {}
    for (const [name, convert] of conversions) {
      const value = body[name] ?? null
      if (value === null) continue
      const { becomes, loses } = convert(value, report, name, context)
      if (becomes !== undefined) parameters = joinFields(parameters, becomes, whole)
      if (loses === true) dropped.push(name)
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
  whole: ReadonlySet<string> = new Set(),
): JsonObject {
  const joined = Object.entries(right).map(([name, value]): readonly [string, Json] => {
    const before = left[name]
    const both = isObject(before) && isObject(value) && !whole.has(name)
    return [name, both ? { ...before, ...value } : value]
  })
  return { ...left, ...Object.fromEntries(joined) }
}
