// The price list → facts of each provider's models: names, context windows and prices (README.md). No clock: prices are those of a
// fixed day, so that the output is reproducible.
import type { ModelInfo, Provider } from '@pydantic/genai-prices'
import { waitForUpdate } from '@pydantic/genai-prices'
import { readLaterPrices } from './later-prices.ts'
import { calledNames, isRegional } from './list-names.ts'
import { PRICE_DATE, PRICE_SOURCE, pricesOf } from './price-list.ts'
import { readPriceRules } from './price-rules.ts'
import { readProviderSpecs } from './sources.ts'
import type { PriceRules } from './values/price-table.ts'
import { PricedNames } from './values/priced-name.ts'

const BANNER = '// Generated from schemas/ and the list of prices by schemas/generate.ts. Do not edit.\n'

/** Entries that are not what the host charges, and why. */
const OMITTED: ReadonlySet<string> = new Set([
  // "Seems to be no longer available on cerebras, here to help with tests": without a price, which would mean free.
  'cerebras qwen-3-coder-480b',
  // Prices of another host (prices/later.tsv has those of Azure), and names that Azure has not.
  'azure phi-3-medium-128k-instruct',
  'azure phi-4-reasoning-plus',
  'azure phi-4-reasoning-plus:free',
  'azure phi-4-reasoning:free',
  // OpenAI does not sell its open models; these are prices of another host.
  'openai gpt-oss-120b',
  'openai gpt-oss-20b',
  'openai gpt-oss-safeguard-20b',
  // Differs from the page of the host, which states what it charges in each reply.
  'openrouter deepseek/deepseek-r1',
])

/** Sold by Google's cloud, and not by the API of Gemini. */
const CLAUDE = /^claude-/
const FINE_TUNED = /^ft:|\.ft-/

interface Facts {
  readonly id: string
  readonly also?: readonly string[]
}

/** The facts of one model in a fixed order, or none if nothing is known. `isFree`: at this host, a model without prices costs nothing. */
function factsOf(model: ModelInfo, list: Provider, isFree: boolean): readonly Facts[] {
  const [id = model.id, ...also] = calledNames(model, list.models, list.id)
  const { table, dated, isEmpty } = pricesOf(model)
  const prices = isEmpty && isFree ? { input: 0, output: 0 } : table
  const facts = {
    ...(model.context_window !== undefined && { context: model.context_window }),
    ...prices,
    ...(dated.length > 0 && { dated }),
  }
  if (Object.keys(facts).length === 0) return []
  const isHidden = model.deprecated === true || FINE_TUNED.test(id)
  return [
    {
      id,
      ...(also.length > 0 && { also }),
      ...(isHidden && { hidden: true }),
      ...(isRegional(model) && { regional: true }),
      ...facts,
    },
  ]
}

const priceOf = ({ id: _id, also: _also, ...price }: Facts): string =>
  JSON.stringify({ ...price, context: 0, hidden: 0, read: 0 })

const samePrice = (one: Facts, other: Facts): boolean => priceOf(one) === priceOf(other)

/** Names that are found anyway are left out. */
function withoutFound(
  host: string,
  facts: readonly Facts[],
  aliases: PriceRules['aliases'],
): readonly Facts[] {
  const bare = new PricedNames(
    host,
    facts.map(({ also: _, ...entry }) => entry),
    samePrice,
    aliases,
  )
  const ids = new Set(facts.map(({ id }) => id))
  return facts.map(({ id, also = [], ...entry }) => {
    const kept = also.filter(name => {
      const found = bare.find(name)
      return !ids.has(name) && (typeof found === 'string' || found.entry.id !== id)
    })
    return { id, ...(kept.length > 0 && { also: kept }), ...entry }
  })
}

/** The names of the second list have its entries, and no other. */
function withEntries(facts: readonly Facts[], entries: readonly Facts[]): readonly Facts[] {
  const names = new Set(entries.flatMap(({ id, also = [] }) => [id, ...also]))
  return [
    ...facts.flatMap(({ id: first, also: others = [], ...entry }) => {
      const [id, ...also] = [first, ...others].filter(name => !names.has(name))
      return id === undefined ? [] : [{ id, ...(also.length > 0 && { also }), ...entry }]
    }),
    ...entries,
  ]
}

const corrected = ({ corrections = {} }: PriceRules): readonly Facts[] =>
  Object.entries(corrections).map(([id, { read, ...table }]) => ({
    id,
    ...(read !== PRICE_DATE && { read }),
    ...table,
  }))

const withoutCorrections = (rules: { readonly [provider: string]: PriceRules }) =>
  Object.fromEntries(
    Object.entries(rules).map(([provider, { corrections: _, ...others }]) => [provider, others]),
  )

const byId = (left: Facts, right: Facts): number => (left.id < right.id ? -1 : 1)

function withoutDuplicates(facts: readonly Facts[]): readonly Facts[] {
  const known = new Set<string>()
  return facts.filter(({ id }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

const listedFacts = (host: string, list: Provider): readonly Facts[] =>
  list.models.flatMap(model =>
    OMITTED.has(`${list.id} ${model.id}`) || (host === 'google' && CLAUDE.test(model.id))
      ? []
      : factsOf(model, list, list.id === host),
  )

/** The text of generated/models.ts: a line for each model, by the identifiers of providers. */
export async function generateModels(): Promise<string> {
  const lists = new Map((await waitForUpdate())?.map(list => [list.id, list]))
  if (lists.size === 0) throw new Error('The list of prices is empty: its package has changed.')
  const specs = readProviderSpecs().map(spec => ({
    host: String(spec['id']),
    pricedLike: spec['pricedLike'] as readonly string[] | undefined,
    list: lists.get(String(spec['pricedAs'] ?? spec['id'])),
  }))
  const rules = readPriceRules()
  const later = readLaterPrices()
  const hostOf = (list: string): string | undefined =>
    specs.find(({ host, list: its }) => its?.id === list && lists.get(host) === undefined)?.host ??
    specs.find(({ host }) => host === list)?.host
  const providers = specs.flatMap(({ host, list }) => {
    const newer = later.get(host) ?? []
    const older = (list === undefined ? [] : listedFacts(host, list)).filter(
      ({ id }) => !newer.some(entry => entry.id === id),
    )
    const facts = withEntries(withEntries(older, newer), corrected(rules[host] ?? {}))
    const models = withoutFound(host, withoutDuplicates(facts.toSorted(byId)), rules[host]?.aliases)
    return models.length === 0
      ? []
      : [
          `  ${JSON.stringify(host)}: [\n${models.map(model => `    ${JSON.stringify(model)},\n`).join('')}  ],\n`,
        ]
  })
  const pricedAlike = specs.flatMap(({ host, list, pricedLike }) => {
    const others = (list?.fallback_model_providers ?? []).flatMap(each => hostOf(each) ?? [])
    const likes = [...new Set(pricedLike ?? others)]
    return likes.length === 0 || host === 'google' ? [] : [[host, likes] as const]
  })
  return `${BANNER}
import type { ModelFacts, PriceRules } from '../values/price-table.ts'

export type { ModelFacts } from '../values/price-table.ts'

/** The day of the prices that have none of their own. */
export const priceDate = '${PRICE_DATE}'

/** The list that has them. */
export const priceSource = '${PRICE_SOURCE}'

/** Hosts that charge what vendors charge, where the list has no price of their own. */
export const pricedLike: { readonly [provider: string]: readonly string[] } = ${JSON.stringify(Object.fromEntries(pricedAlike))}

/** What vendors charge by service tier and in batches. */
export const priceRules: { readonly [provider: string]: PriceRules } = ${JSON.stringify(withoutCorrections(rules))}

/** The models of providers, by the identifiers of the providers. */
export const models: { readonly [provider: string]: readonly ModelFacts[] } = {\n${providers.join('')}}\n`
}
