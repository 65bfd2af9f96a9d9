// The compile cost of a config from a request header, counted before any rule runs. Any client with a key may send
// one, and it is compiled on the thread that serves all other requests: within these limits compiling takes a few
// tens of milliseconds, whatever the config contains.
import { patternCost } from '../judges/pattern-cost.ts'
import { child, type Pointer } from '../pointer.ts'
import type { Json, JsonObject } from '../source.ts'
import { isList, isObject, own } from './kind.ts'

/** Limits of one config in a request header. */
export const REQUEST_LIMITS = {
  /** JSON values, at any depth. */
  values: 4_000,
  /** Targets, at any depth. */
  targets: 100,
  /** Properties of the config or of one target. */
  properties: 100,
  /** Objects in conditions: a condition, its query, and each operator or clause in it. */
  clauses: 500,
  /** Checks as written. */
  checks: 32,
  /** Checks including those that targets inherit. */
  inheritedChecks: 256,
  /** Units of `patternCost`, summed over all regular expressions. */
  patterns: 4_000,
} as const

const NAMES: { readonly [name in keyof typeof REQUEST_LIMITS]: string } = {
  values: 'values',
  targets: 'targets',
  properties: 'properties in one object',
  clauses: 'objects in its conditions',
  checks: 'checks',
  inheritedChecks: 'checks, inherited ones included',
  patterns: 'characters and steps in its regular expressions',
}

const HOOKS = ['before_request_hooks', 'input_guardrails', 'after_request_hooks', 'output_guardrails']

export interface Excess {
  readonly pointer: Pointer
  readonly message: string
}

/** The first limit that a config exceeds. Never throws, whatever the shape of the value. */
export function requestExcess(value: Json): Excess | undefined {
  const counts = { values: 0, targets: 0, clauses: 0, checks: 0, inheritedChecks: 0, patterns: 0 }
  let excess: Excess | undefined
  const exceed = (name: keyof typeof REQUEST_LIMITS, count: number, pointer: Pointer): void => {
    if (count <= REQUEST_LIMITS[name]) return
    excess ??= {
      pointer,
      message: `The config has more than ${REQUEST_LIMITS[name]} ${NAMES[name]}, the limit for a config in a request header. Save the config with the gateway, or make it smaller.`,
    }
  }
  const count = (name: keyof typeof counts, amount: number, pointer: Pointer): void => {
    counts[name] += amount
    exceed(name, counts[name], pointer)
  }

  const countSite = (site: JsonObject, pointer: Pointer, inherited: number): void => {
    exceed('properties', Object.keys(site).length, pointer)
    let checks = inherited
    for (const property of HOOKS) {
      const hooks = own(site, property)
      const at = child(pointer, property)
      for (const hook of isList(hooks) ? hooks : []) {
        const written = checksOf(hook)
        checks += written
        count('checks', written, at)
        count('patterns', schemaPatterns(hook), at)
      }
    }
    const conditions = own(own(site, 'strategy'), 'conditions')
    if (conditions !== undefined) count('clauses', objectsIn(conditions), child(pointer, 'strategy'))
    const targets = own(site, 'targets')
    if (!isList(targets)) return count('inheritedChecks', checks, pointer)
    count('targets', targets.length, child(pointer, 'targets'))
    for (const [index, target] of targets.entries()) {
      if (excess !== undefined) return
      if (isObject(target)) countSite(target, child(child(pointer, 'targets'), index), checks)
    }
  }
  count('values', valuesIn(value), '')
  if (isObject(value) && excess === undefined) countSite(value, '', 0)
  return excess
}

const itemsOf = (value: Json): readonly Json[] =>
  isList(value) ? value : isObject(value) ? Object.values(value) : []

const valuesIn = (value: Json): number =>
  itemsOf(value).reduce<number>((sum, item) => sum + valuesIn(item), 1)

const objectsIn = (value: Json): number =>
  itemsOf(value).reduce<number>((sum, item) => sum + objectsIn(item), isObject(value) ? 1 : 0)

/** Checks of one hook or guardrail: a list of them, or each property that is an object. */
function checksOf(hook: Json): number {
  if (!isObject(hook)) return typeof hook === 'string' ? 1 : 0
  const { checks, ...shorthand } = hook
  return (isList(checks) ? checks.length : 0) + Object.values(shorthand).filter(isObject).length
}

/**
 * The cost of the patterns of JSON Schemas among check parameters; patterns in other parameters are marked by their
 * schemas.
 */
function schemaPatterns(value: Json): number {
  let cost = 0
  if (isObject(value)) {
    const pattern = own(value, 'pattern')
    const properties = own(value, 'patternProperties')
    if (typeof pattern === 'string') cost += patternCost(pattern)
    for (const name of isObject(properties) ? Object.keys(properties) : []) cost += patternCost(name)
  }
  return itemsOf(value).reduce<number>((sum, item) => sum + schemaPatterns(item), cost)
}
