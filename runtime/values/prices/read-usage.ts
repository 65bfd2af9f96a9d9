// The usage of a reply as counts that are related to each other: what was cached is part of the input, and several inferences are one call.
import { asObject, isObject, type Json } from '../../../schemas/values/json.ts'
import type { PriceUnit } from '../../../schemas/values/price-table.ts'
import type { BilledUsage, Inference } from './cost.ts'
import { UsageReading } from './usage-reading.ts'
import { type FieldTree, fieldsAt } from './usage-tables.ts'

/** A usage as its provider reports it. */
export interface ReportedUsage extends BilledUsage {
  /** Tokens of reasoning among those of the output. */
  readonly reasoning: number
  /** Whether it counts tokens at all. */
  readonly hasTokens: boolean
}

const MAX_INFERENCES = 256
const MAX_MODEL = 128

/** Counts that others have are taken from them: written for an hour, and cached, of sound and images. */
function disjoint({ units, writesApart }: UsageReading): BilledUsage['units'] {
  if (units === undefined && (writesApart ?? 0) === 0) return undefined
  const counts: { [unit in PriceUnit]?: number } = { ...units }
  const take = (unit: PriceUnit, part: PriceUnit): void => {
    if (counts[unit] === undefined) return
    counts[unit] = Math.max(0, counts[unit] - (counts[part] ?? 0))
    if (counts[unit] === 0) delete counts[unit]
  }
  if (writesApart !== undefined) counts.cache_writes = writesApart
  take('cache_writes', 'cache_writes_1h')
  take('audio_input', 'cached_audio_input')
  take('image_input', 'cached_image_input')
  return Object.keys(counts).length === 0 ? undefined : counts
}

/**
 * The counts of a usage in any dialect of the client; undefined where it has nothing that is charged. A report without input is completed
 * by the estimate. `provider` may have fields of its own.
 */
export function readUsage(
  reported: Json | undefined,
  provider?: string,
  estimatedInput = 0,
): ReportedUsage | undefined {
  if (!isObject(reported)) return undefined
  const reading = new UsageReading()
  const fields = fieldsAt(provider)
  reading.walk(fields, reported, '')
  const usage = countsOf(reading, estimatedInput)
  const { hasTokens, units, charge, unknown } = usage
  if (!hasTokens && units === undefined && charge === undefined && unknown === undefined) return undefined
  return reading.iterations === undefined ? usage : withIterations(usage, reading.iterations, fields)
}

function countsOf(reading: UsageReading, estimatedInput: number): ReportedUsage {
  const { prompt, input: apart, total, tier, multipliers, unknown, charge, isOwnKey } = reading
  const { cachedApart, writesApart, billedInput, billedOutput } = reading
  const output = billedOutput ?? reading.output
  // Claude reports cached input apart from the rest.
  const input =
    billedInput ??
    prompt ??
    (apart === undefined ? undefined : apart + (cachedApart ?? 0) + (writesApart ?? 0))
  const hasTokens = input !== undefined || output !== undefined || total !== undefined
  const known = !hasTokens
    ? 0
    : (input ?? (total === undefined ? estimatedInput : Math.max(0, total - (output ?? 0))))
  return {
    input: known,
    output: output ?? Math.max(0, (total ?? known) - known),
    cached: Math.min(known, reading.cached ?? reading.cachedAtTop ?? cachedApart ?? 0),
    units: disjoint(reading),
    tier,
    reasoning: reading.thinking ?? 0,
    hasTokens,
    ...(multipliers !== undefined && { multipliers }),
    ...(unknown !== undefined && { unknown }),
    ...(charge !== undefined && { charge }),
    ...(isOwnKey && reading.upstream !== undefined && { upstream: reading.upstream }),
  }
}

/** An attempt of a chain of fallbacks that declined before any output is not billed (Anthropic, "Refusals and fallback"). */
const FALLBACK = 'fallback_message'
/** A field that is of the inference of the requested model alone. */
const SPEED = 'speed'

/**
 * Claude lists the inferences of a call: of the model itself, of compaction, and of an advisor at its own model. The counts at the top
 * do not have all of them; each is charged by itself, so that a long input is one.
 */
function withIterations(usage: ReportedUsage, iterations: readonly Json[], fields: FieldTree): ReportedUsage {
  const listed = iterations.slice(0, MAX_INFERENCES).map(asObject)
  const isChain = listed.some(({ type }) => type === FALLBACK)
  const inferences = listed.flatMap((each): readonly (Inference & { readonly usage: ReportedUsage })[] => {
    const reading = new UsageReading()
    reading.walk(fields, each, 'iterations')
    const counts = countsOf(reading, 0)
    if (!counts.hasTokens || (isChain && counts.output === 0)) return []
    const { model } = each
    const isOther = typeof model === 'string'
    const multipliers = isOther
      ? usage.multipliers?.filter(({ field }) => field !== SPEED)
      : usage.multipliers
    return [
      {
        model: isOther ? model.slice(0, MAX_MODEL) : undefined,
        usage: { ...counts, tier: counts.tier ?? usage.tier, ...(multipliers && { multipliers }) },
      },
    ]
  })
  const [first, ...others] = inferences
  if (first === undefined) return usage
  const sum = (count: (part: ReportedUsage) => number): number =>
    inferences.reduce((total, part) => total + count(part.usage), 0)
  const { units: ofCall } = usage
  const besides =
    ofCall && Object.fromEntries(Object.entries(ofCall).filter(([unit]) => unit.startsWith('per_')))
  const unknown = [
    ...new Set([...(usage.unknown ?? []), ...inferences.flatMap(each => each.usage.unknown ?? [])]),
  ]
  return {
    ...usage,
    input: sum(part => part.input),
    output: sum(part => part.output),
    cached: sum(part => part.cached),
    reasoning: Math.max(
      usage.reasoning,
      sum(part => part.reasoning),
    ),
    units: addUnits(inferences.map(each => each.usage.units).reduce(addUnits, undefined), besides),
    ...(unknown.length > 0 && { unknown }),
    inferences: [
      { ...first, usage: { ...first.usage, units: addUnits(first.usage.units, besides) } },
      ...others,
    ],
  }
}

export function addUnits(one: BilledUsage['units'], other: BilledUsage['units']): BilledUsage['units'] {
  if (one === undefined || other === undefined) return one ?? other
  const sum: { [unit in PriceUnit]?: number } = { ...one }
  for (const [unit, count] of Object.entries(other) as [PriceUnit, number][])
    sum[unit] = (sum[unit] ?? 0) + count
  return sum
}
