// Limits are possible: an alert comes before the end, one period decides, amounts can be counted as integers.

import { tokensInFlight } from '../../../schemas/values/concurrent-limit.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { uncountedToolLimit } from '../../facts/mcp-settings.ts'
import { limitsOf } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** Cost is counted in billionths of a dollar, up to 2^53 of them. */
const MAX_DOLLARS = 9_000_000

export const limitsCanHold: ManifestRule = ({ manifest }, report) => {
  const keys = ownProperty(manifest, 'api_keys')
  const profiles = ownProperty(manifest, 'limit_profiles')
  const owners: readonly (readonly [Json | undefined, Pointer])[] = [
    [ownProperty(manifest, 'policies'), '/policies'],
    ...(isJsonArray(keys) ? [...keys.entries()] : []).map(
      ([index, key]) => [key, childPointer('/api_keys', index)] as const,
    ),
    ...Object.entries(isJsonObject(profiles) ? profiles : {}).map(
      ([slug, profile]) => [profile, childPointer('/limit_profiles', slug)] as const,
    ),
  ]
  let hasThreshold = false
  for (const [owner, at] of owners)
    for (const { pointer, value } of limitsOf(owner, at)) {
      hasThreshold ||= ownProperty(value, 'alert_threshold') !== undefined
      checkAmounts(pointer, value, report)
      checkReset(pointer, value, report)
      checkConditions(pointer, value, report)
      checkTools(pointer, value, report)
      checkUnit(pointer, value, report)
    }
  if (isJsonObject(ownProperty(manifest, 'alerts')) && !hasThreshold)
    report('setting-without-effect', { key: '/alerts' }, NO_THRESHOLD)
}

const NO_THRESHOLD = '"alerts" has no effect: no usage limit has an "alert_threshold".'

function checkAmounts(pointer: Pointer, value: Json, report: ReportAt): void {
  const limit = ownProperty(value, 'credit_limit')
  const threshold = ownProperty(value, 'alert_threshold')
  const isCost = ownProperty(value, 'type') === 'cost'
  for (const [name, amount] of [
    ['credit_limit', limit],
    ['alert_threshold', threshold],
  ] as const) {
    if (typeof amount !== 'number') continue
    if (isCost && amount > MAX_DOLLARS)
      report('impossible-limit', childPointer(pointer, name), `"${name}" is above ${MAX_DOLLARS} US dollars.`)
    if (!isCost && !Number.isInteger(amount))
      report(
        'impossible-limit',
        childPointer(pointer, name),
        `"${name}" of tokens or requests must be an integer.`,
      )
  }
  if (typeof limit === 'number' && typeof threshold === 'number' && threshold >= limit)
    report(
      'impossible-limit',
      childPointer(pointer, 'alert_threshold'),
      `"alert_threshold" is ${threshold}, which is not below "credit_limit" (${limit}): the alert would come too late.`,
    )
  else if (typeof limit === 'number' && typeof threshold === 'number')
    checkShare(limit, threshold, childPointer(pointer, 'alert_threshold'), report)
}

/** Of amounts, as in `credit_limit`: a share of it is written where people think of percent. */
function checkShare(limit: number, threshold: number, at: Pointer, report: ReportAt): void {
  if (threshold > 1 || limit < LEAST_LIMIT) return
  const meant = Number((limit * threshold).toPrecision(12))
  if (meant >= limit) return
  report(
    'suspicious-threshold',
    at,
    `"alert_threshold" is an amount like "credit_limit", so the alert is sent at ${threshold} of ${limit}. For ${Number((threshold * 100).toPrecision(12))}%, write ${meant}.`,
  )
}

/** Of smaller limits such an amount is plausible. */
const LEAST_LIMIT = 5

function checkReset(pointer: Pointer, value: Json, report: ReportAt): void {
  const days = childPointer(pointer, 'periodic_reset_days')
  if (
    ownProperty(value, 'periodic_reset') !== undefined &&
    ownProperty(value, 'periodic_reset_days') !== undefined
  )
    report(
      'impossible-limit',
      { key: days },
      '"periodic_reset" and "periodic_reset_days" are mutually exclusive.',
    )
  const next = ownProperty(value, 'next_usage_reset_at')
  if (typeof next === 'string' && Number.isNaN(Date.parse(next)))
    report(
      'impossible-limit',
      childPointer(pointer, 'next_usage_reset_at'),
      '"next_usage_reset_at" is a time that does not exist.',
    )
}

function checkConditions(pointer: Pointer, value: Json, report: ReportAt): void {
  const conditions = ownProperty(value, 'conditions')
  for (const [index, condition] of isJsonArray(conditions) ? conditions.entries() : []) {
    const values = ownProperty(condition, 'value')
    if (isJsonArray(values) && values.length === 0)
      report(
        'impossible-limit',
        childPointer(childPointer(childPointer(pointer, 'conditions'), index), 'value'),
        'The condition has an empty list of values.',
      )
  }
}

function checkUnit(pointer: Pointer, value: Json, report: ReportAt): void {
  const reason = tokensInFlight(ownProperty(value, 'type'), ownProperty(value, 'unit'))
  if (reason !== undefined) report('impossible-limit', childPointer(pointer, 'type'), reason)
}

function checkTools(pointer: Pointer, value: Json, report: ReportAt): void {
  const type = ownProperty(value, 'type')
  const keys = ['conditions', 'group_by'].flatMap(list => {
    const items = ownProperty(value, list)
    return (isJsonArray(items) ? items : []).flatMap(item => {
      const key = ownProperty(item, 'key')
      return typeof key === 'string' ? [key] : []
    })
  })
  const reason = typeof type === 'string' ? uncountedToolLimit(type, keys) : undefined
  if (reason !== undefined) report('impossible-limit', childPointer(pointer, 'type'), reason)
}
