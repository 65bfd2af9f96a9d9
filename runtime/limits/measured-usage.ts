// The usage that a provider reports, in any dialect of the client, as counts; and its cost.
import { asObject, type Json } from '../../schemas/values/json.ts'

export interface MeasuredUsage {
  /** With what was read from a cache. */
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** Billionths of a US dollar for one token. */
export interface TokenPrice {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** The price of a model at a provider of the catalog; undefined where the list has none. */
export type FindPrice = (provider: string, model: string) => TokenPrice | undefined

/** A price and where it is from: the day of the list, or `manifest`. */
export interface DatedPrice extends TokenPrice {
  readonly dated: string
}

/** The price at a time in milliseconds since the epoch. */
export type FindDatedPrice = (provider: string, model: string, now: number) => DatedPrice | undefined

/** Undefined where nothing was reported. A report without input is completed by the estimate. */
export function measuredUsage(reported: Json | undefined, estimatedInput: number): MeasuredUsage | undefined {
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
  }
}

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

/** In billionths of a US dollar, rounded up. */
export const costOf = ({ input, output, cached }: MeasuredUsage, price: TokenPrice): number =>
  Math.ceil((input - cached) * price.input + cached * price.cached + output * price.output)
