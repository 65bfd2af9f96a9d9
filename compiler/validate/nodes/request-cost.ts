// The compile cost of a config from a request header, counted before any rule runs. Any client with a key may send
// one, and it is compiled on the thread that serves all other requests: within these limits compiling takes a few
// tens of milliseconds, whatever the config contains.

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { guardReference } from '../../lower/guard.ts'
import { estimatePatternCost } from '../../pattern-analysis/pattern-cost.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

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
  /** Checks, without inherited ones. */
  checks: 32,
  /** Checks including those that targets inherit. */
  inheritedChecks: 256,
  /** Units of `estimatePatternCost`, summed over all regular expressions. */
  patterns: 4_000,
} as const

const LIMIT_NAMES: { readonly [name in keyof typeof REQUEST_LIMITS]: string } = {
  values: 'values',
  targets: 'targets',
  properties: 'properties in one object',
  clauses: 'objects in its conditions',
  checks: 'checks',
  inheritedChecks: 'checks, inherited ones included',
  patterns: 'characters and steps in its regular expressions',
}

const HOOK_PROPERTIES = [
  'before_request_hooks',
  'input_guardrails',
  'after_request_hooks',
  'output_guardrails',
]

export interface ExceededLimit {
  readonly pointer: Pointer
  readonly message: string
}

/** The first limit that a config exceeds. Never throws, whatever the shape of the value. */
export function exceededLimit(value: Json): ExceededLimit | undefined {
  const counts = { values: 0, targets: 0, clauses: 0, checks: 0, inheritedChecks: 0, patterns: 0 }
  let exceeded: ExceededLimit | undefined
  const checkLimit = (name: keyof typeof REQUEST_LIMITS, count: number, pointer: Pointer): void => {
    if (count <= REQUEST_LIMITS[name]) return
    exceeded ??= {
      pointer,
      message: `The config has more than ${REQUEST_LIMITS[name]} ${LIMIT_NAMES[name]}, the limit for a config in a request. Put it in the project of the gateway, or make it smaller.`,
    }
  }
  const count = (name: keyof typeof counts, amount: number, pointer: Pointer): void => {
    counts[name] += amount
    checkLimit(name, counts[name], pointer)
  }

  const countNode = (node: JsonObject, pointer: Pointer, inherited: number): void => {
    checkLimit('properties', Object.keys(node).length, pointer)
    let checks = inherited
    for (const property of HOOK_PROPERTIES) {
      const hooks = ownProperty(node, property)
      const at = childPointer(pointer, property)
      for (const hook of isJsonArray(hooks) ? hooks : []) {
        const hookChecks = countChecks(hook)
        checks += hookChecks
        count('checks', hookChecks, at)
        count('patterns', schemaPatterns(hook), at)
      }
    }
    const conditions = ownProperty(ownProperty(node, 'strategy'), 'conditions')
    if (conditions !== undefined) count('clauses', objectsIn(conditions), childPointer(pointer, 'strategy'))
    const targets = ownProperty(node, 'targets')
    if (!isJsonArray(targets)) return count('inheritedChecks', checks, pointer)
    count('targets', targets.length, childPointer(pointer, 'targets'))
    for (const [index, target] of targets.entries()) {
      if (exceeded !== undefined) return
      if (isJsonObject(target))
        countNode(target, childPointer(childPointer(pointer, 'targets'), index), checks)
    }
  }
  count('values', valuesIn(value), '')
  if (isJsonObject(value) && exceeded === undefined) countNode(value, '', 0)
  return exceeded
}

const itemsOf = (value: Json): readonly Json[] =>
  isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : []

const valuesIn = (value: Json): number =>
  itemsOf(value).reduce<number>((sum, item) => sum + valuesIn(item), 1)

const objectsIn = (value: Json): number =>
  itemsOf(value).reduce<number>((sum, item) => sum + objectsIn(item), isJsonObject(value) ? 1 : 0)

/** Checks of one hook or guardrail: a list of them, or each property that is an object. */
function countChecks(hook: Json): number {
  if (guardReference(hook) !== undefined) return 1
  if (!isJsonObject(hook)) return 0
  const { checks, ...shorthand } = hook
  return (isJsonArray(checks) ? checks.length : 0) + Object.values(shorthand).filter(isJsonObject).length
}

/**
 * The cost of the patterns of JSON Schemas among check parameters; patterns in other parameters are marked by their
 * schemas.
 */
function schemaPatterns(value: Json): number {
  let cost = 0
  if (isJsonObject(value)) {
    const pattern = ownProperty(value, 'pattern')
    const properties = ownProperty(value, 'patternProperties')
    if (typeof pattern === 'string') cost += estimatePatternCost(pattern)
    for (const name of isJsonObject(properties) ? Object.keys(properties) : [])
      cost += estimatePatternCost(name)
  }
  return itemsOf(value).reduce<number>((sum, item) => sum + schemaPatterns(item), cost)
}
