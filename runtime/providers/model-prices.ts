// Prices of models, as integers. Those of the manifest go before those of the built-in list, which has them by the names of models at
// their host (schemas/values/priced-name.ts).
import { models, priceDate, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type { PlanPrice } from '../../schemas/generated/types.ts'
import { replyBilled } from '../../schemas/generated/usage-fields.ts'
import { rulesOf, rulesOfModel, tierFactors, writtenTable } from '../../schemas/values/price-rules.ts'
import type { DatedTable, ModelFacts, PriceTable } from '../../schemas/values/price-table.ts'
import { ListedPrices, type PricedBy, type UnpricedBecause } from '../../schemas/values/priced-name.ts'
import { type CompiledPrice, compilePrice } from '../values/prices/compile-price.ts'
import type { FindDatedPrice } from '../values/prices/find-price.ts'

/** Where the price of a model is from. */
export interface FoundPrice {
  readonly table: PriceTable
  /** The name that the price has, and the provider whose list or manifest line it is. */
  readonly name: string
  readonly provider: string
  readonly by: PricedBy | 'manifest'
  readonly price: CompiledPrice
}

export interface PriceList {
  /**
   * The price at a time in milliseconds since the epoch; undefined where neither list has one. That of the model that has answered goes
   * before that of the one that was sent (decisions, section 20).
   */
  readonly find: FindDatedPrice
  /** As `find`, with where the price is from, or why there is none. */
  readonly explain: (provider: string, model: string, now: number) => FoundPrice | UnpricedBecause
  /** Replaces the prices of the manifest, the newest first. */
  readonly replace: (prices: readonly PlanPrice[] | undefined) => void
}

interface ListedTable {
  readonly from: number
  readonly table: PriceTable
  readonly price: CompiledPrice
}

/** A price of the list: its tables, the newest first. */
interface Listed {
  readonly tables: readonly ListedTable[]
  readonly name: string
  readonly provider: string
  readonly by: PricedBy
}

/** Names that are remembered for each provider: clients name models, and most do so again and again. */
const MAX_REMEMBERED = 1000
const MAX_NAME = 256

/** Looks prices up in one step; the list of a provider is read at its first use. */
export function createPriceList(first?: readonly PlanPrice[]): PriceList {
  const listed = new CompiledList()
  let own: ReadonlyMap<string, OwnPrice> | undefined
  const replace: PriceList['replace'] = prices => {
    own = prices && ownPrices(prices)
  }
  replace(first)
  return {
    find: (provider, model, now, reply) => {
      const { model: answered, tier } = reply ?? NO_REPLY
      const ofProvider = own?.get(provider)
      const written =
        (answered === undefined ? undefined : ofProvider?.find(answered, now)) ?? ofProvider?.find(model, now)
      if (written !== undefined) return written.price
      if (answered !== undefined && REPLY_BILLED.has(provider)) {
        const billed = listed.find(provider, answered)
        const price = typeof billed === 'string' ? undefined : inForce(billed.tables, now)?.price
        if (price !== undefined && (tier === undefined || price.tier(tier) !== undefined)) return price
      }
      const found = listed.find(provider, model)
      return typeof found === 'string' ? undefined : inForce(found.tables, now)?.price
    },
    explain: (provider, model, now) => {
      const written = own?.get(provider)?.find(model, now)
      if (written !== undefined) return { ...written, provider, by: 'manifest' }
      const found = listed.find(provider, model)
      if (typeof found === 'string') return found
      const { tables, ...place } = found
      const current = inForce(tables, now)
      return current === undefined ? 'unlisted' : { ...place, table: current.table, price: current.price }
    },
    replace,
  }
}

const REPLY_BILLED: ReadonlySet<string> = new Set(replyBilled)
const NO_REPLY: NonNullable<Parameters<FindDatedPrice>[3]> = { model: undefined, tier: undefined }

const inForce = (tables: readonly ListedTable[], now: number): ListedTable | undefined =>
  tables.length === 1 ? tables[0] : tables.find(({ from }) => from <= now)

/** The built-in list, compiled by entry when one is requested. */
class CompiledList {
  readonly #list = new ListedPrices({ models, pricedLike, priceRules })
  /** By the provider that was asked and that whose list it is: the first has the service tiers. */
  readonly #tables = new Map<string, readonly ListedTable[]>()
  /** By provider, what was found, also that nothing was. */
  readonly #remembered = new Map<string, Map<string, Listed | UnpricedBecause>>()

  find(provider: string, model: string): Listed | UnpricedBecause {
    let remembered = this.#remembered.get(provider)
    const known = remembered?.get(model)
    if (known !== undefined) return known
    const found = this.#look(provider, model)
    if (model.length > MAX_NAME) return found
    if (remembered === undefined) {
      remembered = new Map()
      this.#remembered.set(provider, remembered)
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(model, found)
    return found
  }

  #look(asked: string, model: string): Listed | UnpricedBecause {
    const found = this.#list.find(asked, model)
    if (typeof found === 'string') return found
    const { entry, by, provider } = found
    const key = `${asked} ${provider} ${entry.id}`
    const tables = this.#tables.get(key) ?? compileEntry(asked, provider, entry)
    this.#tables.set(key, tables)
    return tables.length === 0 ? 'unlisted' : { tables, name: entry.id, provider, by }
  }
}

/** All tables of an entry; none of one that has only a context window. Service tiers are those of the host. */
function compileEntry(
  host: string,
  provider: string,
  {
    id,
    also: _also,
    hidden: _hidden,
    regional: _regional,
    context: _context,
    read,
    dated,
    ...table
  }: ModelFacts,
): readonly ListedTable[] {
  if (dated === undefined && Object.keys(table).length === 0) return []
  const rules = rulesOf(priceRules, host)
  const { batch, multipliers, fees } = rules
  const { inherits } = rulesOf(priceRules, provider)
  const ofModel = rulesOfModel(priceRules, host, id)
  const tables: readonly DatedTable[] = dated ?? [table]
  return tables.map(({ from, ...rates }) => {
    const whole = {
      ...rates,
      ...(ofModel.service_tiers && { service_tiers: ofModel.service_tiers }),
      ...(ofModel.batch && { batch: ofModel.batch }),
    }
    return {
      from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${from}T00:00:00Z`),
      table: whole,
      price: compilePrice(whole, read ?? priceDate, {
        batch,
        service_tiers: tierFactors(rules, ofModel),
        inherits,
        multipliers: ofModel.multipliers ?? multipliers,
        fees: { ...fees, ...ofModel.fees },
      }),
    }
  })
}

interface WrittenPrice {
  readonly name: string
  readonly from: number | undefined
  readonly table: PriceTable
  readonly price: CompiledPrice
}

/** Those of one provider. */
interface OwnPrice {
  /** Undefined if none is in effect at the time, in milliseconds since the epoch. */
  readonly find: (model: string, now: number) => WrittenPrice | undefined
}

/** The prices of a manifest, by model, or by the beginning of its name, the longest first. `prices` has the newest first. */
const ownPrices = (prices: readonly PlanPrice[]): ReadonlyMap<string, OwnPrice> =>
  new Map(
    [...Map.groupBy(prices, ({ provider }) => provider)].map(([provider, group]) => [
      provider,
      ownPrice(group.map(writtenPrice)),
    ]),
  )

/** The factors and the fees of tools are the vendor's, where the manifest has no price of them. */
function writtenPrice(written: PlanPrice): WrittenPrice {
  const { provider, model, from } = written
  const whole = writtenTable(written)
  const { multipliers, fees } = rulesOf(priceRules, provider)
  const ofModel = rulesOfModel(priceRules, provider, model)
  const price = compilePrice(whole, 'manifest', {
    multipliers: ofModel.multipliers ?? multipliers,
    fees: { ...fees, ...ofModel.fees },
  })
  return { name: model, from, table: whole, price }
}

function ownPrice(prices: readonly WrittenPrice[]): OwnPrice {
  const exact = Map.groupBy(prices, ({ name }) => name)
  const beginnings = [...exact.keys()]
    .filter(name => name.endsWith('*'))
    .sort((one, other) => other.length - one.length)
  const namesOf = (model: string): readonly string[] =>
    beginnings.length === 0
      ? [model]
      : [model, ...beginnings.filter(name => model.startsWith(name.slice(0, -1)))]
  return {
    find: (model, now) => {
      for (const name of namesOf(model)) {
        const found = exact.get(name)?.find(({ from = 0 }) => from <= now)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}
