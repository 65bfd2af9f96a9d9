// One walk over the fields of a usage: each is counted, changes the price, states the charge or is informative. A field that no table has
// is named, unless it is zero.
import { isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { PriceUnit } from '../../../schemas/values/price-table.ts'
import type { UsageRole } from '../../../schemas/values/usage-fields.ts'
import type { Multiplier } from './cost.ts'
import { type FieldTree, fieldsOfForm, isStandardTier } from './usage-tables.ts'

const MAX_NAME = 64
/** Unknown fields that are named of one usage. */
const MAX_UNKNOWN = 8
const MAX_TIER = 32
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

  walk(fields: FieldTree | undefined, value: JsonObject, path: string): void {
    for (const name in value) {
      const item = value[name]
      if (item === undefined || item === null) continue
      const role = fields?.get(name)
      if (typeof role === 'string') {
        if (role !== 'informative') this.#take(role, name, item, path !== '')
      } else if (typeof item === 'object') this.#descend(role, item, pathTo(path, name))
      else if (item !== 0 && item !== false && item !== '') this.#name(pathTo(path, name))
    }
  }

  #descend(fields: FieldTree | undefined, value: Json, path: string): void {
    if (isObject(value)) this.walk(fields, value, path)
    else if (Array.isArray(value)) for (const item of value) this.#descend(fields, item as Json, path)
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
