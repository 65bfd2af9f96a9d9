// Calls that share the requests of one name, by weight.
import type { Json, JsonObject } from '../../schemas/values/json.ts'

export interface WeightedCall {
  readonly target: JsonObject
  readonly weight: number
}

/** One call as it is, several as a load balancer. All weights zero count as equal. */
export function sharedTarget(calls: readonly WeightedCall[]): JsonObject | undefined {
  const [first] = calls
  if (first === undefined) return undefined
  if (calls.length === 1) return first.target
  const isIdle = calls.every(({ weight }) => weight === 0)
  const targets: Json[] = calls.map(({ target, weight }) => ({ weight: isIdle ? 1 : weight, ...target }))
  return { strategy: { mode: 'loadbalance' }, targets }
}
