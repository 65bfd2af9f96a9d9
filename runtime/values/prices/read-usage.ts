// The usage of a reply as counts that are related to each other: what was cached is part of the input, and several inferences are one call.

import { providerUsage, usageForms } from '../../../schemas/generated/usage-fields.ts'
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { PriceUnit } from '../../../schemas/values/price-table.ts'
import type { UsageFields, UsageRole } from '../../../schemas/values/usage-fields.ts'
import type { BilledUsage, Inference, Multiplier } from './cost.ts'

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
/** A field that is only of the inference of the requested model. */
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
    const isEmpty = !counts.hasTokens && counts.units === undefined
    if (isEmpty || (isChain && counts.output === 0)) return []
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

// What each field of a usage means, by the tables of schemas/usage and the fields of single providers.

export type FieldTree = ReadonlyMap<string, UsageRole | FieldTree>

const toTree = (fields: UsageFields): FieldTree =>
  new Map(
    Object.entries(fields).map(([name, role]) => [name, typeof role === 'string' ? role : toTree(role)]),
  )

function withProviderFields(fields: UsageFields, own: UsageFields): UsageFields {
  const merged = Object.entries(own).map(([name, role]) => {
    const shared = Object.hasOwn(fields, name) ? fields[name] : undefined
    return [
      name,
      typeof role === 'object' && typeof shared === 'object' ? withProviderFields(shared, role) : role,
    ] as const
  })
  return { ...fields, ...Object.fromEntries(merged) }
}

const formOf = (name: string): UsageFields => usageForms[name] ?? {}
const OPENAI: FieldTree = toTree(formOf('openai'))
const OF_PROVIDERS: ReadonlyMap<string, FieldTree> = new Map(
  Object.entries(providerUsage).map(([id, own]) => [id, toTree(withProviderFields(formOf('openai'), own))]),
)

/** Of usages in forms of their own, for the adapters that convert them. */
const NATIVE: ReadonlyMap<string, FieldTree> = new Map(
  Object.entries(usageForms).map(([form, fields]) => [form, toTree(fields)]),
)

/** The fields of usages in the dialects of clients, with those that the provider has besides. */
export const fieldsAt = (provider: string | undefined): FieldTree =>
  (provider === undefined ? undefined : OF_PROVIDERS.get(provider)) ?? OPENAI

/** The fields of a form of its own. */
export const fieldsOfForm = (form: string): FieldTree | undefined => NATIVE.get(form)

/** Whether the usages of a provider have fields that others have not. */
export const hasFieldsOfItsOwn = (provider: string): boolean => OF_PROVIDERS.has(provider)

/** Names that a reply has for what is charged at the standard price. */
const STANDARD: ReadonlySet<string> = new Set(['standard', 'default', 'auto', 'on_demand', 'standard_only'])

/** Whether a reply names a tier with prices of its own. */
export const isStandardTier = (name: string): boolean => STANDARD.has(name)

// One walk over the fields of a usage: each is counted, changes the price, states the charge or is informative. A field that no table has
// is named, unless it is zero.

const MAX_NAME = 64
/** Unknown fields that are named of one usage. */
const MAX_UNKNOWN = 8
const MAX_TIER = 32
/** Levels of a usage that are read, or added: no vendor nests as many, and one that does must not exhaust the stack. */
export const DEEPEST_USAGE = 16
/** Billionths of a dollar. */
const NANO = 1e9
const NANO_PER_TICK = 0.1

/** Values of fields that multiply prices, for what is charged at the price itself. */
const NEUTRAL: ReadonlySet<string> = new Set(['', 'standard', 'default', 'global', 'not_available'])

/** Whether a value of such a field changes no price. */
export const isNeutral = (value: string): boolean => NEUTRAL.has(value)

/** Whole, since tokens are; undefined for what is not a count. */
const asTokens = (value: Json): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.ceil(value) : undefined

/** What is read of one usage, before its counts are related to each other. */
export class UsageReading {
  prompt: number | undefined = undefined
  input: number | undefined = undefined
  output: number | undefined = undefined
  total: number | undefined = undefined
  cached: number | undefined = undefined
  /** Counted beside the others: where both are reported, the nested count holds. */
  cachedAtTop: number | undefined = undefined
  cachedApart: number | undefined = undefined
  writesApart: number | undefined = undefined
  thinking: number | undefined = undefined
  billedInput: number | undefined = undefined
  billedOutput: number | undefined = undefined
  tier: string | undefined = undefined
  charge: number | undefined = undefined
  upstream: number | undefined = undefined
  isOwnKey = false
  units: { [unit in PriceUnit]?: number } | undefined = undefined
  multipliers: Multiplier[] | undefined = undefined
  unknown: string[] | undefined = undefined
  iterations: readonly Json[] | undefined = undefined

  walk(fields: FieldTree | undefined, value: JsonObject, path: string, depth = 0): void {
    for (const name in value) {
      const item = value[name]
      if (item === undefined || item === null) continue
      const role = fields?.get(name)
      if (typeof role === 'string') {
        if (role !== 'informative') this.#take(role, name, item, path !== '')
      } else if (typeof item === 'object') this.#descend(role, item, pathTo(path, name), depth + 1)
      else if (item !== 0 && item !== false && item !== '') this.#name(pathTo(path, name))
    }
  }

  #descend(fields: FieldTree | undefined, value: Json, path: string, depth: number): void {
    if (depth > DEEPEST_USAGE) this.#name(path)
    else if (isObject(value)) this.walk(fields, value, path, depth)
    else if (Array.isArray(value))
      for (const item of value) this.#descend(fields, item as Json, path, depth + 1)
    else if (value !== null && value !== 0 && value !== false && value !== '') this.#name(path)
  }

  #name(path: string): void {
    this.unknown ??= []
    const name = path.slice(0, MAX_NAME)
    if (this.unknown.length < MAX_UNKNOWN && !this.unknown.includes(name)) this.unknown.push(name)
  }

  #take(role: UsageRole, name: string, value: Json, isNested: boolean): void {
    switch (role) {
      case 'prompt':
        this.prompt ??= asTokens(value)
        return
      case 'input':
        this.input ??= asTokens(value)
        return
      case 'output':
        this.output ??= asTokens(value)
        return
      case 'total':
        this.total ??= asTokens(value)
        return
      case 'cached':
        if (isNested) this.cached ??= asTokens(value)
        else this.cachedAtTop ??= asTokens(value)
        return
      case 'cached_apart':
        this.cachedApart ??= asTokens(value)
        return
      case 'cache_writes_apart':
        this.writesApart ??= asTokens(value)
        return
      case 'thinking':
        this.thinking ??= asTokens(value)
        return
      case 'billed_input':
        this.billedInput ??= asTokens(value)
        return
      case 'billed_output':
        this.billedOutput ??= asTokens(value)
        return
      case 'tier':
        if (typeof value === 'string' && value !== '' && !isStandardTier(value))
          this.tier = value.slice(0, MAX_TIER)
        return
      case 'multiplier':
        if (typeof value === 'string' && !NEUTRAL.has(value)) {
          this.multipliers ??= []
          this.multipliers.push({ field: name, value: value.slice(0, MAX_TIER) })
        }
        return
      case 'iterations':
        if (Array.isArray(value)) this.iterations = value as readonly Json[]
        return
      case 'charge':
        this.charge ??= chargeOf(value, NANO)
        return
      case 'charge_ticks':
        this.charge ??= chargeOf(value, NANO_PER_TICK)
        return
      case 'upstream_charge':
        this.upstream ??= chargeOf(value, NANO)
        return
      case 'own_key':
        this.isOwnKey = value === true
        return
      case 'unlisted':
        if (Array.isArray(value)) for (const each of value) if (typeof each === 'string') this.#name(each)
        return
      case 'informative':
        return
      case 'per_second':
        return this.#count(role, typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER ? value : 0)
      default:
        return this.#count(role, asTokens(value) ?? 0)
    }
  }

  /** A count that is reported twice is one. */
  #count(unit: PriceUnit, count: number): void {
    if (count <= 0) return
    this.units ??= {}
    this.units[unit] = Math.max(this.units[unit] ?? 0, count)
  }
}

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const chargeOf = (value: Json, scale: number): number | undefined =>
  typeof value === 'number' && value >= 0 && value * scale <= Number.MAX_SAFE_INTEGER
    ? Math.ceil(Number((value * scale).toPrecision(15)))
    : undefined

/** The fields of a usage in a form of its own that the form does not have, unless they are zero; undefined without any. */
export function unlistedFields(form: string, usage: JsonObject): readonly string[] | undefined {
  const reading = new UsageReading()
  reading.walk(fieldsOfForm(form), usage, '')
  return reading.unknown
}
