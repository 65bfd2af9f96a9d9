// Rules on one name or value of a request: lists of what may and may not stand, and bounds of numbers. An empty list
// of what may stand rules nothing out.
import type { Json } from '../../../compiler/source.ts'

export interface ValueRules {
  readonly allowed: readonly Json[] | undefined
  readonly blocked: readonly Json[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** Says what is wrong with a value, as the end of a sentence; undefined where nothing is. */
export type ValueTest = (value: Json | undefined) => string | undefined

/** Values are compared as they are: the text "1" is not the number 1. */
export function linkValueRules({ allowed = [], blocked = [], minimum, maximum }: ValueRules): ValueTest {
  const [allow, block] = [new Set<Json | undefined>(allowed), new Set<Json | undefined>(blocked)]
  return value => {
    if (block.has(value)) return 'is blocked'
    if (allow.size > 0 && !allow.has(value)) return 'is not allowed'
    if (minimum === undefined && maximum === undefined) return undefined
    if (typeof value !== 'number') return 'is not a number'
    if (minimum !== undefined && value < minimum) return `is less than ${minimum}`
    return maximum !== undefined && value > maximum ? `is greater than ${maximum}` : undefined
  }
}
