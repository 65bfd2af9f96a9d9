// Prices as text in 80 columns: a page for one model, and a table of many.

import { formatDiscount } from '../../../runtime/values/prices/compile-price.ts'
import { priceDate, priceRules, priceSource } from '../../../schemas/generated/models.ts'
import type { Gateway, PlanPrice } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import { type PriceTable, type RateTable, TOKEN_UNITS } from '../../../schemas/values/price-table.ts'
import type { PricedBy, UnpricedBecause } from '../../../schemas/values/priced-name.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { SHOWN_DIGEST } from '../../lower/prices.ts'
import { formatTable } from '../layout/text-table.ts'
import type { PriceSources, ShownPrice } from './find-prices.ts'

const WIDTH = 80
const LABEL = 22

const FOUND_BY: { readonly [by in PricedBy]: string } = {
  name: 'by its name',
  region: 'by the class of its region',
  family: 'by its family, whose dates have one price',
  'fine-tuned': 'as a fine-tuned model',
}

/** Why a name has no price at a provider of the catalog, as a clause. */
export const unpricedReason = (provider: string, because: UnpricedBecause): string =>
  (because === 'unlisted' ? priceRules[provider]?.unlisted : undefined) ?? UNPRICED[because]

const UNPRICED: { readonly [because in UnpricedBecause]: string } = {
  unlisted: 'the list has no such name',
  alias: 'what this alias names changes, and the list has no price of the alias itself',
  'one-date': 'the list has one date of this model, and not this one',
  'dates-differ': 'the list has several prices for the dates of this model, and not for this one',
  'fine-tuned': 'the list has no price of fine-tuned models of this kind',
  'other-region': 'the list has the price of another region only',
}

const TIERS = ['flex', 'priority', 'batch']

/** The prices of one model at one provider, each table on a line of its own. */
export function formatPrice(
  { provider, model, found }: ShownPrice,
  paint: Paint,
  sources: PriceSources = NO_SOURCES,
): string {
  const { table, price } = found
  const tiers = [...new Set([...TIERS, ...Object.keys(table.service_tiers ?? {})])]
  const lines: readonly (readonly [string, string])[] = [
    ['per million tokens', ratesText(table, true)],
    ['for one, in dollars', ratesText(table, false)],
    ...(table.above ?? []).map(each => [`above ${each.tokens} tokens`, ratesText(each, true)] as const),
    ...tiers.map(name => [name, price.tier(name)?.text.replace(LABEL_OF_RATES, '') ?? ''] as const),
  ]
  return [
    `${paint('place', model)} at ${provider}`,
    ...wrap('price', priceOrigin(found, sources)),
    ...lines.flatMap(([label, text]) => (text === '' ? [] : wrap(label, text))),
  ].join('\n')
}

/** The tier and the discount before the rates of a record. */
const LABEL_OF_RATES = /^.*: /

export const NO_SOURCES: PriceSources = { lineOf: () => undefined }

/** Where a price is from, and what is taken off it. */
export function priceOrigin(found: ShownPrice['found'], sources: PriceSources = NO_SOURCES): string {
  const { by, name, provider, price, written, discount } = found
  const origin =
    by === 'manifest'
      ? writtenOrigin(written ?? { provider, model: name }, sources)
      : `of the built-in list, read on ${price.dated}, as ${provider}/${name}, ${FOUND_BY[by]}`
  if (discount?.discount === undefined) return origin
  const less = `${origin}, less ${formatDiscount(discount.discount)}`
  return discount === written ? less : `${less} ${writtenOrigin(discount, sources, 'by')}`
}

/** Of the manifest or a list of it: the line or the digest, the day, and the name. */
function writtenOrigin(
  price: PlanPrice,
  { priceLists = [], lineOf }: PriceSources,
  preposition: 'of' | 'by' = 'of',
): string {
  const { provider, model, list, dated } = price
  const pinned = list === undefined ? undefined : priceLists[list]
  const line = list === undefined ? lineOf(price) : undefined
  const place =
    pinned === undefined
      ? `${preposition} ${list === undefined ? 'the manifest' : 'a list of the manifest'}${line === undefined ? '' : ` (${line})`}`
      : `${preposition} ${pinned.file} (${pinned.digest.slice(0, SHOWN_DIGEST)})`
  const day = dated === undefined || dated.startsWith('sha256:') ? '' : `, read on ${dated}`
  return `${place}${day}, for ${model}${provider.startsWith('@') ? ` at ${provider}` : ''}`
}

const ratesText = (table: RateTable, ofTokens: boolean): string =>
  Object.entries(table)
    .toSorted(([one], [other]) => orderOf(one) - orderOf(other))
    .filter(
      ([unit, value]) => typeof value === 'number' && unit !== 'tokens' && isOfTokens(unit) === ofTokens,
    )
    .map(([unit, value]) => `${unit} ${value}`)
    .join(', ')

const ORDER = new Map<string, number>(TOKEN_UNITS.map((unit, index) => [unit, index]))
const orderOf = (unit: string): number => ORDER.get(unit) ?? ORDER.size

const isOfTokens = (unit: string): boolean => ORDER.has(unit)

/** A sentence in 80 columns. */
export const wrapped = (text: string): string =>
  text.replaceAll(new RegExp(`(?![^\\n]{1,${WIDTH}}$)([^\\n]{1,${WIDTH}}) `, 'g'), '$1\n')

function wrap(label: string, text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || 2 + LABEL + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL)}${line}`)
}

const MODEL_WIDTH = 27
const PROVIDER_WIDTH = 14
/** Some prices of the list are recurring. */
const DIGITS = 5

/** A line for each price, in US dollars per million tokens; other units follow if there are no tokens. */
export function formatPriceTable(prices: readonly ShownPrice[]): readonly string[] {
  const rows = prices.map(({ provider, model, found: { table } }) => [
    cut(provider, PROVIDER_WIDTH),
    cut(model, MODEL_WIDTH),
    ...[table.input, table.cached, table.cache_writes, table.output].map(value =>
      value === undefined ? '-' : String(Number(value.toPrecision(DIGITS))),
    ),
    moreIn(table),
  ])
  const head = ['PROVIDER', 'MODEL', 'INPUT', 'CACHED', 'WRITES', 'OUTPUT', '']
  return formatTable([head, ...rows])
}

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text

/** Whether a price has more than a line of the table shows. */
function moreIn({
  input: _,
  cached: _cached,
  cache_writes: _writes,
  output: _output,
  ...others
}: PriceTable): string {
  return Object.keys(others).length > 0 ? '+' : ''
}

export const DATE_LINE = `US dollars per million tokens; the list is ${priceSource}, ${priceDate}.\n+ marks what has more prices: portolan prices MODEL shows them.`

/** The files of prices of a project, each with what it has. */
export const formatLists = ({
  priceLists = [],
  prices = [],
}: Pick<Gateway, 'priceLists' | 'prices'>): readonly string[] =>
  priceLists.map(({ file, digest }, index) => {
    const listed = prices.filter(({ list }) => list === index)
    const providers = [...new Set(listed.map(({ provider }) => provider))]
    const named =
      providers.length > MAX_PROVIDERS ? `${providers.length} providers` : joinNames(providers, 'and')
    return `${file} (${digest.slice(0, SHOWN_DIGEST)}) has ${pluralize(listed.length, 'price')} of ${named}: --provider NAME shows them.`
  })

const MAX_PROVIDERS = 5
