// The usage that a provider reports, in any dialect of the client, as counts; and its cost.
import { asObject, type Json } from '../../schemas/values/json.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import type { BilledUsage, UsageUnits } from '../values/prices/cost.ts'
import { tierOf, unitsOf } from '../values/prices/usage-units.ts'

/** The price of a model at a provider of the catalog; undefined where the list has none. */
export type FindPrice = (provider: string, model: string) => CompiledPrice | undefined

/** The price at a time in milliseconds since the epoch. */
export type FindDatedPrice = (provider: string, model: string, now: number) => CompiledPrice | undefined

/** Undefined where nothing was reported. A report without input is completed by the estimate. */
export function measuredUsage(reported: Json | undefined, estimatedInput: number): BilledUsage | undefined {
  const usage = asObject(reported)
  const input = count(usage['prompt_tokens']) ?? inputOf(usage)
  const output = count(usage['completion_tokens']) ?? count(usage['output_tokens'])
  const total = count(usage['total_tokens'])
  if (input === undefined && output === undefined && total === undefined) return undefined
  const known = input ?? (total === undefined ? estimatedInput : Math.max(0, total - (output ?? 0)))
  return {
    input: known,
    output: output ?? Math.max(0, (total ?? known) - known),
    cached: Math.min(known, cachedOf(usage)),
    units: unitsOf(usage),
    tier: tierOf(usage),
  }
}

/** What a reply counts that reports no tokens, such as the seconds of a recording; undefined where it counts nothing. */
export const unitsOnly = (reported: Json | undefined): UsageUnits | undefined => unitsOf(asObject(reported))

/** Claude reports cached input apart from the rest. */
function inputOf(usage: ReturnType<typeof asObject>): number | undefined {
  const input = count(usage['input_tokens'])
  if (input === undefined) return undefined
  return (
    input +
    (count(usage['cache_read_input_tokens']) ?? 0) +
    (count(usage['cache_creation_input_tokens']) ?? 0)
  )
}

const cachedOf = (usage: ReturnType<typeof asObject>): number =>
  count(asObject(usage['prompt_tokens_details'])['cached_tokens']) ??
  count(asObject(usage['input_tokens_details'])['cached_tokens']) ??
  count(asObject(usage['input_token_details'])['cached_tokens']) ??
  count(usage['cache_read_input_tokens']) ??
  0

/** The tokens of reasoning among those of the output. */
export function reasoningOf(reported: Json | undefined): number {
  const usage = asObject(reported)
  return (
    count(asObject(usage['completion_tokens_details'])['reasoning_tokens']) ??
    count(asObject(usage['output_tokens_details'])['reasoning_tokens']) ??
    0
  )
}

const count = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.ceil(value) : undefined
