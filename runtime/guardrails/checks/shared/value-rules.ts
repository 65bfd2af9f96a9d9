// Rules for one name or value of a request: allowed and blocked lists, and numeric bounds. An empty allowed list
// allows everything.
import type { Json } from '../../../../schemas/values/json.ts'

export interface ValueRules {
  readonly allowed: readonly Json[] | undefined
  readonly blocked: readonly Json[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** Returns what is wrong with a value, as the end of a sentence; undefined when it is valid. */
export type ValueTest = (value: Json | undefined) => string | undefined

/** Values are compared by type: the string "1" is not the number 1. */
export function linkValueRules({ allowed = [], blocked = [], minimum, maximum }: ValueRules): ValueTest {
  const [allowedValues, blockedValues] = [
    new Set<Json | undefined>(allowed),
    new Set<Json | undefined>(blocked),
  ]
  return value => {
    if (blockedValues.has(value)) return 'is blocked'
    if (allowedValues.size > 0 && !allowedValues.has(value)) return 'is not allowed'
    if (minimum === undefined && maximum === undefined) return undefined
    if (typeof value !== 'number') return 'is not a number'
    if (minimum !== undefined && value < minimum) return `is less than ${minimum}`
    return maximum !== undefined && value > maximum ? `is greater than ${maximum}` : undefined
  }
}
