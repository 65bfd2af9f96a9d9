// What `portolan prices --compare` prints: how many prices are equal, by provider, and with one provider what differs and what is unknown.
import { formatTable } from '../layout/text-table.ts'
import type { ComparedPrices } from './compare-prices.ts'

/** Lines of text; `isOne`: one provider was asked for. */
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
    ...(isOne ? details(compared) : [`Models: ${total}. --provider NAME shows which.`]),
  ]
}

const KINDS = ['equal', 'differing', 'unknown'] as const

const [providerOf, modelOf] = [
  (name: string): string => name.slice(0, name.indexOf(' ')),
  (name: string): string => name.slice(name.indexOf(' ') + 1),
]

function details({ differences, unknown }: ComparedPrices): readonly string[] {
  const rows = differences.map(({ model, unit, ours, theirs }) => [model, unit, String(ours), String(theirs)])
  return [
    ...(rows.length === 0 ? [] : formatTable([['MODEL', 'PRICE OF', 'HERE', 'THERE'], ...rows])),
    ...(unknown.length === 0
      ? []
      : ['', 'Without a price here:', ...unknown.map(name => `  ${modelOf(name)}`)]),
  ]
}
