// Prices of models, as integers. Those of the manifest go before those of the built-in list, which has them by the names of models at
// their host (schemas/values/priced-name.ts).
import { models, priceDate, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type { Gateway, PlanPrice } from '../../schemas/generated/types.ts'
import { replyBilled } from '../../schemas/generated/usage-fields.ts'
import {
  discountedTable,
  rulesOf,
  rulesOfModel,
  tierFactors,
  writtenTable,
} from '../../schemas/values/price-rules.ts'
import type { DatedTable, ModelFacts, PriceTable } from '../../schemas/values/price-table.ts'
import { ListedPrices, type PricedBy, type UnpricedBecause } from '../../schemas/values/priced-name.ts'
import { hasRates, slugsOfMembers, WrittenPrices } from '../../schemas/values/written-prices.ts'
import { type CompiledPrice, compilePrice } from '../values/prices/compile-price.ts'
import type { FindDatedPrice } from '../values/prices/find-price.ts'

/** Where the price of a model is from. */
export interface FoundPrice {
  readonly table: PriceTable
  /** The name that the price has, and the provider, `@slug` or list that has it. */
  readonly name: string
  readonly provider: string
  readonly by: PricedBy | 'manifest'
  readonly price: CompiledPrice
  /** As the plan has it, where an operator has written it. */
  readonly written?: PlanPrice
  /** The price that applies, where it takes a part off another one: `price` is what is left. */
  readonly discount?: PlanPrice
}

export interface PriceList {
  /**
   * The price at a time in milliseconds since the epoch; undefined where neither list has one. That of the model that has answered goes
   * before that of the one that was sent (decisions, section 20).
   */
  readonly find: FindDatedPrice
  /** As `find`, with where the price is from, or why there is none. */
  readonly explain: (
    provider: string,
    model: string,
    now: number,
    slug?: string,
  ) => FoundPrice | UnpricedBecause
  /** Replaces the prices of the manifest. */
  readonly replace: (prices: readonly PlanPrice[] | undefined, pools: Gateway['pools']) => void
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
export function createPriceList(first?: readonly PlanPrice[], pools?: Gateway['pools']): PriceList {
  const listed = new CompiledList()
  let own: OwnPrices | undefined
  const replace: PriceList['replace'] = (prices, ofPools) => {
    own = prices && new OwnPrices(prices, ofPools)
  }
  replace(first, pools)
  const findListed: FindDatedPrice = (provider, model, now, reply) => {
    const { model: answered, tier } = reply ?? NO_REPLY
    if (answered !== undefined && REPLY_BILLED.has(provider)) {
      const billed = listed.find(provider, answered)
      const price = typeof billed === 'string' ? undefined : inForce(billed.tables, now)?.price
      if (price !== undefined && (tier === undefined || price.tier(tier) !== undefined)) return price
    }
    const found = listed.find(provider, model)
    return typeof found === 'string' ? undefined : inForce(found.tables, now)?.price
  }
  const explainListed: PriceList['explain'] = (provider, model, now) => {
    const found = listed.find(provider, model)
    if (typeof found === 'string') return found
    const { tables, ...place } = found
    const current = inForce(tables, now)
    return current === undefined ? 'unlisted' : { ...place, table: current.table, price: current.price }
  }
  return {
    find: (provider, model, now, reply, slug) => {
      if (own === undefined) return findListed(provider, model, now, reply)
      const answered = reply?.model === undefined ? NO_PRICE : own.constant(provider, reply.model)
      const constant = answered === NO_PRICE ? own.constant(provider, model) : answered
      if (constant === NO_PRICE) return findListed(provider, model, now, reply)
      if (constant !== undefined) return constant
      const written = own.find(provider, model, now, reply?.model, slug)
      if (written === undefined) return findListed(provider, model, now, reply)
      if (hasRates(written)) return own.priceOf(written, provider)
      const rates = own.findRates(provider, model, now, reply?.model, slug)
      const price =
        rates === undefined ? findListed(provider, model, now, reply) : own.priceOf(rates, provider)
      return price?.discounted(written.discount ?? 0)
    },
    explain: (provider, model, now, slug) => {
      const written = own?.find(provider, model, now, undefined, slug)
      if (own === undefined || written === undefined) return explainListed(provider, model, now)
      if (hasRates(written)) return own.foundPrice(written, provider)
      const rates = own.findRates(provider, model, now, undefined, slug)
      const found =
        rates === undefined ? explainListed(provider, model, now) : own.foundPrice(rates, provider)
      if (typeof found === 'string') return found
      const { discount = 0 } = written
      return {
        ...found,
        table: discountedTable(found.table, discount),
        price: found.price.discounted(discount),
        discount: written,
      }
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

/** No price of a name is written. */
const NO_PRICE = null

/** The prices of a manifest and of its lists, compiled at their first use: a list has thousands. */
class OwnPrices {
  readonly #written: WrittenPrices<PlanPrice>
  /** By provider of the catalog: a slug may be of several in several workspaces. */
  readonly #compiled = new Map<PlanPrice, Map<string, CompiledPrice>>()

  /** By provider and name; absent if prices depend on stored providers or days. */
  readonly #constant: Map<string, Map<string, CompiledPrice | typeof NO_PRICE>> | undefined

  constructor(prices: readonly PlanPrice[], pools: Gateway['pools']) {
    this.#written = new WrittenPrices(prices, slugsOfMembers(pools))
    const varies = prices.some(({ provider, from }) => provider.startsWith('@') || from !== undefined)
    this.#constant = varies ? undefined : new Map()
  }

  /** The price of a name that is the same for every call, in one step; undefined where it is not, or a part is taken off another one. */
  constant(provider: string, name: string): CompiledPrice | typeof NO_PRICE | undefined {
    if (this.#constant === undefined) return undefined
    const names = this.#constant.get(provider)
    const known = names?.get(name)
    return known !== undefined || name.length > MAX_NAME ? known : this.#rememberConstant(provider, name)
  }

  #rememberConstant(provider: string, name: string): CompiledPrice | typeof NO_PRICE | undefined {
    const written = this.#written.find(provider, undefined, name, 0)
    if (written !== undefined && !hasRates(written)) return undefined
    const price = written === undefined ? NO_PRICE : this.priceOf(written, provider)
    const names = this.#constant?.get(provider) ?? new Map<string, CompiledPrice | typeof NO_PRICE>()
    if (names.size >= MAX_REMEMBERED) names.clear()
    this.#constant?.set(provider, names.set(name, price))
    return price
  }

  /** That of the model that has answered goes before that of the one that was sent, and prices before a discount of either. */
  find(
    provider: string,
    model: string,
    now: number,
    answered: string | undefined,
    slug: string | undefined,
  ): PlanPrice | undefined {
    const first = answered === undefined ? undefined : this.#written.find(provider, slug, answered, now)
    if (first !== undefined && hasRates(first)) return first
    const sent = this.#written.find(provider, slug, model, now)
    return sent !== undefined && hasRates(sent) ? sent : (first ?? sent)
  }

  findRates(
    provider: string,
    model: string,
    now: number,
    answered: string | undefined,
    slug: string | undefined,
  ): PlanPrice | undefined {
    return (
      (answered === undefined ? undefined : this.#written.findRates(provider, slug, answered, now)) ??
      this.#written.findRates(provider, slug, model, now)
    )
  }

  priceOf(written: PlanPrice, provider: string): CompiledPrice {
    const byProvider = this.#compiled.get(written) ?? new Map<string, CompiledPrice>()
    if (byProvider.size === 0) this.#compiled.set(written, byProvider)
    const price = byProvider.get(provider) ?? compileWritten(written, provider)
    byProvider.set(provider, price)
    return price
  }

  foundPrice(written: PlanPrice, provider: string): FoundPrice {
    const { model, provider: named, discount } = written
    const table = writtenTable(written)
    return {
      table: discount === undefined ? table : discountedTable(table, discount),
      name: model,
      provider: named,
      by: 'manifest',
      price: this.priceOf(written, provider),
      written,
      ...(discount !== undefined && { discount: written }),
    }
  }
}

/** The factors and the fees of tools are the vendor's, where the manifest has no price of them. */
function compileWritten(written: PlanPrice, provider: string): CompiledPrice {
  const { model, discount, dated = 'manifest' } = written
  const { multipliers, fees } = rulesOf(priceRules, provider)
  const ofModel = rulesOfModel(priceRules, provider, model)
  return compilePrice(writtenTable(written), dated, {
    multipliers: ofModel.multipliers ?? multipliers,
    fees: { ...fees, ...ofModel.fees },
    discount,
    isOwn: true,
  })
}
