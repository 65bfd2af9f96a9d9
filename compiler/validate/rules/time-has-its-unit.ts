// Numbers of times are plausible in the unit that is read: 30 milliseconds were probably meant as seconds. Times are found anywhere in a
// value whose schema has a title.

import { shapes, units } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ParsedSource } from '../../source.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceScalar } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'

export const timeHasItsUnit: Rule = ({ parsed, environment, root }, report) => {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  reportTimes(parsed, report, parsed.value, root === 'config' ? 'Config' : 'Manifest', '')
}

/** Some clients give up connections that take longer than this: full minutes in seconds are not evidence here. */
const IS_SHORT: Readonly<Record<string, number>> = { connect_timeout: 100 }

const OTHER_UNIT: Readonly<Record<string, string>> = { milliseconds: 'seconds', seconds: 'milliseconds' }

function reportTimes(parsed: ParsedSource, report: ReportAt, value: Json, kind: string, at: Pointer): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries())
      reportTimes(parsed, report, item, kind, childPointer(at, index))
    return
  }
  if (!isJsonObject(value)) return
  for (const [name, item] of Object.entries(value)) {
    const pointer = childPointer(at, name)
    const unit = units[kind]?.[name]
    if (unit !== undefined && typeof item === 'number') reportTime(parsed, report, name, item, unit, pointer)
    const inner = Object.hasOwn(shapes[kind] ?? {}, name) ? shapes[kind]?.[name] : undefined
    if (typeof inner === 'string') reportTimes(parsed, report, item, inner, pointer)
    else if (inner !== undefined && inner !== null && typeof item === 'object' && item !== null)
      for (const [key, each] of Object.entries(item))
        reportTimes(parsed, report, each as Json, String(inner[0]), childPointer(pointer, key))
  }
}

function reportTime(
  parsed: ParsedSource,
  report: ReportAt,
  name: string,
  value: number,
  unit: string,
  at: Pointer,
): void {
  const converted = convertedTime(value, unit)
  if (converted === undefined || value >= (IS_SHORT[name] ?? Number.POSITIVE_INFINITY)) return
  const other = OTHER_UNIT[unit]
  report(
    'suspicious-time',
    at,
    `${quoteName(name)} is in ${unit}, so ${value} is ${duration(value, unit)}. For ${value} ${other}, write ${converted}.`,
    { fix: replaceScalar(parsed, at, value, String(converted)) },
  )
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** In a unit that a reader can judge, with a digit after the point. */
function duration(value: number, unit: string): string {
  const seconds = unit === 'seconds' ? value : value / 1000
  const [name, length] = UNITS.find(each => seconds >= each[1]) ?? ['seconds', 1]
  const count = Number((seconds / length).toPrecision(2))
  return `${count} ${count === 1 ? name.slice(0, -1) : name}`
}

/** A call cannot be answered in less, and no server is given up so soon. */
const LEAST_MILLISECONDS = 100
/** Whole minutes up to this many seconds are what people give a model. */
const MOST_SECONDS = 900
const DAY = 86_400
const YEAR = 366

/** The number in the unit that is read, if it was probably written in the other one. */
function convertedTime(value: number, unit: string): number | undefined {
  if (!Number.isInteger(value) || value <= 0) return undefined
  if (unit === 'milliseconds') {
    const inSeconds = value < LEAST_MILLISECONDS || (value <= MOST_SECONDS && value % 60 === 0)
    return inSeconds ? value * 1000 : undefined
  }
  if (unit !== 'seconds' || value < 60_000 || value % 60_000 !== 0) return undefined
  const isDays = value % DAY === 0 && value <= YEAR * DAY
  return isDays ? undefined : value / 1000
}
