// Compares the built-in prices with those of a published list: which are equal, which differ and by how much, and which are unknown here.
import type { FoundPrice, PriceList } from '../../../runtime/providers/model-prices.ts'
import { type RateTable, TOKEN_UNITS, type TokenUnit } from '../../../schemas/values/price-table.ts'
import type { UnpricedBecause } from '../../../schemas/values/priced-name.ts'
import { formatTable } from '../layout/text-table.ts'
import { unpricedReason } from './format-prices.ts'
import type { PublishedPrice } from './published-list.ts'

/** One price that the two lists have differently, in US dollars per million tokens. What one of them lacks is not compared. */
export interface PriceDifference {
  readonly provider: string
  readonly model: string
  /** `input`, or that of a band or in batches: `input above 200000`, `input batch`. */
  readonly unit: string
  readonly ours: number
  readonly theirs: number
}

interface ComparedPrices {
  /** Names as `provider model`, once each. */
  readonly equal: readonly string[]
  readonly differing: readonly string[]
  readonly unknown: readonly string[]
  /** Why each of these has no price. */
  readonly because: { readonly [name: string]: UnpricedBecause }
  readonly differences: readonly PriceDifference[]
}

/** Lists round to as few digits as this. */
const ROUNDING = 0.005

export const isSamePrice = (one: number, other: number): boolean =>
  Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other))

/** `known` are the providers of which there are prices here: others are not compared. */
export function comparePrices(
  list: Pick<PriceList, 'explain'>,
  published: readonly PublishedPrice[],
  known: ReadonlySet<string>,
  now: number,
): ComparedPrices {
  const equal = new Set<string>()
  const differing = new Set<string>()
  const unknown = new Map<string, UnpricedBecause>()
  const differences = new Map<string, PriceDifference>()
  for (const price of published) {
    const { provider, model } = price
    if (!known.has(provider)) continue
    const name = `${provider} ${model}`
    const found = list.explain(provider, model, now)
    if (typeof found === 'string') {
      unknown.set(name, found)
      continue
    }
    const different = [...publishedUnits(price)].flatMap(([unit, theirs]) => {
      const ours = ownPrice(found, unit)
      return ours === undefined || isSamePrice(ours, theirs) ? [] : [{ provider, model, unit, ours, theirs }]
    })
    for (const each of different) differences.set(`${name} ${each.unit} ${each.theirs}`, each)
    ;(different.length === 0 ? equal : differing).add(name)
  }
  return {
    equal: [...equal].filter(name => !differing.has(name)),
    differing: [...differing],
    unknown: [...unknown.keys()],
    because: Object.fromEntries(unknown),
    differences: [...differences.values()],
  }
}

const UNIT = new RegExp(`^(${TOKEN_UNITS.join('|')})(?: (batch)| above (\\d+))?$`)

/** Ours of a unit as differences name it; at the size of a band, that of the band in which the size is, also where ours has another. */
export function ownPrice({ table, price }: FoundPrice, unit: string): number | undefined {
  const [, name = '', batch, tokens] = UNIT.exec(unit) ?? []
  const known = name as TokenUnit
  if (table[known] === undefined) return undefined
  if (batch !== undefined) {
    const rates = price.tier('batch')
    const amount = rates?.of[known]
    return rates === undefined || amount === undefined ? undefined : amount / rates.perNanoDollar / 1000
  }
  const bands = (table.above ?? []).filter(band => tokens !== undefined && band.tokens <= Number(tokens))
  const band = bands.toSorted((one, other) => other.tokens - one.tokens)[0]
  return band?.[known] ?? table[known]
}

const publishedUnits = ({ table, batch }: PublishedPrice): ReadonlyMap<string, number> =>
  new Map([...flat(table), ...named(batch, 'batch')])

const flat = ({ above = [], ...table }: RateTable): readonly (readonly [string, number])[] => [
  ...named(table, ''),
  ...above.flatMap(({ tokens, ...rates }) => named(rates, `above ${tokens}`)),
]

const named = (table: RateTable, of: string): readonly (readonly [string, number])[] =>
  TOKEN_UNITS.flatMap(unit => {
    const price = table[unit]
    return price === undefined ? [] : [[of === '' ? unit : `${unit} ${of}`, price] as const]
  })

/** Lines of text: counts by provider, and details if there is only one. */
export function formatComparison(compared: ComparedPrices, isOne: boolean): readonly string[] {
  const providers = [...new Set(KINDS.flatMap(kind => compared[kind].map(providerOf)))].toSorted()
  const counts = providers.map(provider => [
    provider,
    ...KINDS.map(kind => String(compared[kind].filter(name => providerOf(name) === provider).length)),
  ])
  const total = KINDS.map(kind => `${compared[kind].length} ${kind}`).join(', ')
  return [
    ...formatTable([['PROVIDER', 'EQUAL', 'DIFFERING', 'UNKNOWN'], ...counts], { numbers: true }),
    '',
    ...(isOne
      ? details(compared)
      : [
          `Models: ${total}. --provider NAME shows which.`,
          ...reasonsOf(compared).map(([because, names]) => `${names.length} unknown: ${because}.`),
        ]),
  ]
}

const KINDS = ['equal', 'differing', 'unknown'] as const

const [providerOf, modelOf] = [
  (name: string): string => name.slice(0, name.indexOf(' ')),
  (name: string): string => name.slice(name.indexOf(' ') + 1),
]

/** The names without a price by the reason, most first. */
const reasonsOf = ({ unknown, because }: ComparedPrices) =>
  [...Map.groupBy(unknown, name => unpricedReason(providerOf(name), because[name] ?? 'unlisted'))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )

function details(compared: ComparedPrices): readonly string[] {
  const { differences } = compared
  const rows = differences.map(({ model, unit, ours, theirs }) => [model, unit, String(ours), String(theirs)])
  return [
    ...(rows.length === 0 ? [] : formatTable([['MODEL', 'PRICE OF', 'HERE', 'THERE'], ...rows])),
    ...reasonsOf(compared).flatMap(([because, names]) => [
      '',
      `Without a price here, since ${because}:`,
      ...names.map(name => `  ${modelOf(name)}`),
    ]),
  ]
}
