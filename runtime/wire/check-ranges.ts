// Ranges that a provider documents narrower than the vendor: rejected before the call, never clamped.

import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'

/** `parameter` returns a parameter as it will be sent. Only the provider spec's ranges are checked. */
export function checkRanges(
  parameter: (name: string) => Json | undefined,
  { ranges = {}, name: provider }: ProviderSpec,
): Failure | undefined {
  for (const [name, { minimum, maximum }] of Object.entries(ranges)) {
    const value = parameter(name)
    if (typeof value !== 'number') continue
    const below = minimum !== undefined && value < minimum ? `at least ${minimum}` : undefined
    const above = maximum !== undefined && value > maximum ? `at most ${maximum}` : undefined
    const bound = below ?? above
    if (bound !== undefined)
      return failure('invalid_request', `${name} is ${value}; ${provider} requires ${bound}.`, {
        param: name,
      })
  }
  return undefined
}
