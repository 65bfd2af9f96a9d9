// Budgets and rate limits of Bifrost's governance, as those of keys and of policies here.

import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { type ImportContext, numberIn } from '../import-context.ts'

/** The limits that an object of the governance has, in the file or by reference. */
export interface OwnLimits {
  readonly rates: readonly JsonObject[]
  readonly usages: readonly JsonObject[]
}

interface PlacedObject {
  readonly value: JsonObject
  readonly at: Pointer
}

const UNITS: Readonly<Record<string, string>> = byForeignName({ m: 'rpm', h: 'rph', d: 'rpd', w: 'rpw' })
const SECONDS: Readonly<Record<string, number>> = byForeignName({
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  M: 2_592_000,
  Y: 31_536_000,
})

/** `owner`: the property by which budgets of the list name what they limit. */
export function foreignLimits(
  context: ImportContext,
  { value, at }: PlacedObject,
  owner: 'virtual_key_id' | 'team_id' | 'provider_config_id' | undefined,
): OwnLimits {
  const governance = asObject(asObject(context.parsed.value)['governance'])
  const listed = (
    name: 'budgets' | 'rate_limits',
    isWanted: (each: JsonObject) => boolean,
  ): readonly PlacedObject[] =>
    asList(governance[name])
      .map((each, index) => ({ value: asObject(each), at: childPointer(`/governance/${name}`, index) }))
      .filter(each => isWanted(each.value))
  const inFile = (name: string): readonly PlacedObject[] =>
    (isObject(value[name]) ? [value[name] as Json] : asList(value[name])).map((each, index) => ({
      value: asObject(each),
      at: isObject(value[name]) ? childPointer(at, name) : childPointer(childPointer(at, name), index),
    }))
  const budgets = [
    ...inFile('budget'),
    ...inFile('budgets'),
    ...listed(
      'budgets',
      each =>
        (value['budget_id'] !== undefined && each['id'] === value['budget_id']) ||
        (owner !== undefined && value['id'] !== undefined && each[owner] === value['id']),
    ),
  ]
  const rates = [
    ...inFile('rate_limit'),
    ...listed(
      'rate_limits',
      each => value['rate_limit_id'] !== undefined && each['id'] === value['rate_limit_id'],
    ),
  ]
  for (const name of ['budget_id', 'rate_limit_id'] as const) {
    const list = name === 'budget_id' ? 'budgets' : 'rate_limits'
    if (value[name] !== undefined && listed(list, each => each['id'] === value[name]).length === 0)
      context.report(
        'import-broken-reference',
        childPointer(at, name),
        `No item of governance.${list} has the id "${String(value[name])}".`,
      )
  }
  return {
    usages: budgets.flatMap(each => usageLimits(context, each)),
    rates: rates.flatMap(each => [
      ...rateLimit(context, each, 'request', 'requests'),
      ...rateLimit(context, each, 'token', 'tokens'),
    ]),
  }
}

function usageLimits(context: ImportContext, { value, at }: PlacedObject): readonly JsonObject[] {
  const limit = numberIn(value['max_limit'])
  if (limit === undefined || limit <= 0) return []
  const period = durationOf(value['reset_duration'])
  const days = period === undefined ? undefined : period.seconds / 86_400
  if (period?.unit === 'M' && period.count === 1)
    return [{ type: 'cost', credit_limit: limit, periodic_reset: 'monthly', uncounted: 'allow' }]
  const used = days === undefined ? undefined : Math.min(365, Math.max(1, Math.round(days)))
  if (value['reset_duration'] !== undefined && used !== days)
    context.report(
      'import-approximated',
      childPointer(at, 'reset_duration'),
      `A budget resets after 1 to 365 days here, not after "${String(value['reset_duration'])}".`,
    )
  return [
    {
      type: 'cost',
      credit_limit: limit,
      ...(used !== undefined && { periodic_reset_days: used }),
      uncounted: 'allow',
    },
  ]
}

function rateLimit(
  context: ImportContext,
  { value, at }: PlacedObject,
  name: 'request' | 'token',
  type: 'requests' | 'tokens',
): readonly JsonObject[] {
  const limit = numberIn(value[`${name}_max_limit`])
  if (limit === undefined || limit <= 0) return []
  const period = durationOf(value[`${name}_reset_duration`]) ?? { count: 1, unit: 'm', seconds: 60 }
  const exact = period.count === 1 ? UNITS[period.unit] : undefined
  const [unit, value1] = exact === undefined ? nearest(limit, period.seconds) : [exact, Math.round(limit)]
  if (exact === undefined)
    context.report(
      'import-approximated',
      childPointer(at, `${name}_reset_duration`),
      `The windows of limits are a minute, an hour, a day or a week: ${unit} with ${value1} was written.`,
    )
  return [{ type, unit, value: value1, uncounted: 'allow' }]
}

/** The longest window that is not longer, with its part of the limit. */
function nearest(limit: number, seconds: number): readonly [unit: string, value: number] {
  const [unit = 'm'] = (['w', 'd', 'h', 'm'] as const).filter(each => (SECONDS[each] ?? 0) <= seconds)
  return [
    UNITS[unit] ?? 'rpm',
    Math.max(1, Math.floor((limit * (SECONDS[unit] ?? 60)) / Math.max(1, seconds))),
  ]
}

function durationOf(
  value: Json | undefined,
): { readonly count: number; readonly unit: string; readonly seconds: number } | undefined {
  const [, count, unit = ''] = /^(\d+)\s*([smhdwMY])$/.exec(String(value)) ?? []
  return count === undefined
    ? undefined
    : { count: Number(count), unit, seconds: Number(count) * (SECONDS[unit] ?? 0) }
}
