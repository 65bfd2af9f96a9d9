// A query compares a field with values that it can have: equality converts no types, and paths begin with the version of the API.
import { routeNames } from '../../../schemas/generated/facts.ts'
import { parameters } from '../../../schemas/generated/parameters.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { editDistance, suggest } from '../../../schemas/values/suggest.ts'
import { adviseTypes } from '../../../schemas/values/type-names.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceScalar } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { describeValue, isJsonArray, isJsonObject } from '../values/json-values.ts'
import { describeRange, hasType } from '../values/request-parameters.ts'

const EQUALITY = new Set(['$eq', '$ne', '$in', '$nin'])

/** A parameter itself, and nothing below it. */
const PARAMETER = /^params\.([^.[\]]+)$/
const VERSION = '/v1'
const MAX_EDITS = 2

export const queryValueCanOccur: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  let field = ''
  for (const part of queryParts(context)) {
    if (part.part === 'field') field = part.name
    if (part.part !== 'test') continue
    if (field === 'url.pathname' && part.operator === '$regex' && typeof part.operand === 'string')
      reportPattern(report, part.operand, part.pointer)
    if (part.operator === '$regex') reportText(report, field, part.pointer)
    reportRange(report, field, part.operator, part.operand, part.pointer)
    if (!EQUALITY.has(part.operator)) continue
    for (const [value, at] of scalarsOf(part.operand, part.pointer))
      reportValue(context, report, field, value, at)
  }
}

const scalarsOf = (operand: Json, at: Pointer): readonly (readonly [Json, Pointer])[] => {
  if (isJsonArray(operand)) return operand.map((item, index) => [item, childPointer(at, index)] as const)
  return isJsonObject(operand) ? [] : [[operand, at]]
}

function typesOf(field: string): readonly string[] | undefined {
  const name = PARAMETER.exec(field)?.[1]
  return name !== undefined && Object.hasOwn(parameters, name) ? parameters[name]?.types : undefined
}

function reportValue(
  { parsed }: RuleContext,
  report: ReportAt,
  field: string,
  value: Json,
  at: Pointer,
): void {
  if (isJsonArray(value) || isJsonObject(value)) return
  const types = typesOf(field)
  if (types !== undefined && !hasType(value, types)) {
    const meant = types.some(type => type === 'string') ? undefined : converted(value, types)
    const advice = meant === undefined ? '' : ` Write ${meant} without quotes.`
    report(
      'value-never-occurs',
      at,
      `${quoteName(field)} is ${joinNames(adviseTypes(types), 'or')} in valid requests, and ${describeValue(value)} equals none of them.${advice}`,
      { fix: meant === undefined ? undefined : replaceScalar(parsed, at, value, meant) },
    )
  }
  if (field !== 'url.pathname') return
  const path = typeof value === 'string' ? versioned(value) : undefined
  if (typeof value === 'string' && path === undefined) return
  report(
    'value-never-occurs',
    at,
    path === undefined
      ? `"url.pathname" is a string, never ${describeValue(value)}.`
      : String(value).startsWith(`${VERSION}/`) && !String(value).endsWith('/')
        ? `No route has the path ${quoteName(String(value))}. Did you mean "${path}"?`
        : `"url.pathname" is the whole path, so it is never ${quoteName(String(value))}. Write "${path}".`,
    { fix: path === undefined ? undefined : replaceScalar(parsed, at, value, path) },
  )
}

/** A pattern matches strings only. */
function reportText(report: ReportAt, field: string, at: Pointer): void {
  const types = typesOf(field)
  if (types === undefined || types.includes('string')) return
  const are = joinNames(adviseTypes(types), 'or')
  report('value-never-occurs', at, `${quoteName(field)} is ${are}, and a pattern matches strings only.`)
}

/** Whether a comparison leaves no value of a range; of a bound itself, whether it is compared with what is beyond. */
const LEAVES_NONE: Readonly<Record<string, (operand: number, least: number, most: number) => boolean>> = {
  $gt: (operand, _, most) => operand >= most,
  $gte: (operand, _, most) => operand > most,
  $lt: (operand, least) => operand <= least,
  $lte: (operand, least) => operand < least,
  $eq: (operand, least, most) => operand < least || operand > most,
}

/** Parameters are within the range of the interface: most providers reject others. */
function reportRange(report: ReportAt, field: string, operator: string, operand: Json, at: Pointer): void {
  const name = PARAMETER.exec(field)?.[1]
  const fact = name !== undefined && Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (fact?.minimum === undefined && fact?.maximum === undefined) return
  const { minimum: least = Number.NEGATIVE_INFINITY, maximum: most = Number.POSITIVE_INFINITY } = fact
  const leavesNone = LEAVES_NONE[operator === '$in' ? '$eq' : operator]
  if (leavesNone === undefined) return
  for (const [value, pointer] of scalarsOf(operand, at)) {
    if (typeof value !== 'number' || !leavesNone(value, least, most)) continue
    report(
      'value-never-occurs',
      pointer,
      `${quoteName(field)} is ${describeRange(fact)} in valid requests, so this matches none of them.`,
    )
  }
}

/** The boolean or number that a string spells. */
function converted(value: Json, types: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if ((text === 'true' || text === 'false') && hasType(text === 'true', types)) return text
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text && hasType(number, types)
    ? text
    : undefined
}

/** The path of a route that lacks the version of the API. */
function versioned(path: string): string | undefined {
  const bare = path.replace(/^\/?(v1\/)?/, '').replace(/\/$/, '')
  const full = `${VERSION}/${bare}`
  if (routeNames.includes(bare)) return path === full ? undefined : full
  // Any other path is passed through, unless it is that of a route but for a letter or two.
  const near = path.startsWith(`${VERSION}/`) ? suggest(bare, routeNames) : []
  const [name, ...others] = near.filter(each => editDistance(bare, each, MAX_EDITS) <= MAX_EDITS)
  return name === undefined || others.length > 0 ? undefined : `${VERSION}/${name}`
}

function reportPattern(report: ReportAt, pattern: string, at: Pointer): void {
  const [, start, after] = /^\^\/?([a-z_]+)(.?)/.exec(pattern) ?? []
  if (start === undefined || start === 'v') return
  // A segment that goes on may be the beginning of one; a whole one is that of a route, or of a path of a vendor, as `/model/` of Bedrock.
  if (!routeNames.some(name => (after === '/' ? `${name}/`.startsWith(`${start}/`) : name.startsWith(start))))
    return
  report(
    'value-never-occurs',
    at,
    `Routes begin with "${VERSION}/", so ${quoteName(pattern)} matches none of them.`,
  )
}
