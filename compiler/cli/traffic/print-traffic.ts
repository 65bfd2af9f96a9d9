// Prints the results of simulated traffic: numbers with their 95% confidence intervals, next to those of another version.
import type { Estimate, TrafficSummary } from '../../../runtime/simulation/traffic/traffic-summary.ts'
import { formatTable } from '../layout/text-table.ts'

const percent = (value: number): string => `${(100 * value).toFixed(2)}%`
const milliseconds = (value: number): string => `${Math.round(value)} ms`
const plain = (value: number): string => value.toFixed(3)
const dollars = (value: number): string => `$${value.toFixed(4)}`

const withInterval = ({ value, low, high }: Estimate, format: (value: number) => string): string =>
  `${format(value)} (${format(low)} to ${format(high)})`

type Row = readonly [label: string, cell: (summary: TrafficSummary) => string]

const ROWS: readonly Row[] = [
  ['requests', ({ requests, seed }) => `${requests}, seed ${seed}`],
  ['success', ({ success }) => withInterval(success, percent)],
  ['median', ({ latency }) => withInterval(latency.p50, milliseconds)],
  ['90% within', ({ latency }) => withInterval(latency.p90, milliseconds)],
  ['95% within', ({ latency }) => withInterval(latency.p95, milliseconds)],
  ['99% within', ({ latency }) => withInterval(latency.p99, milliseconds)],
  ['calls per request', ({ callsPerRequest }) => withInterval(callsPerRequest, plain)],
  [
    'cost of 1,000',
    ({ costPerThousand }) =>
      costPerThousand === undefined ? 'unknown' : withInterval(costPerThousand, dollars),
  ],
]

/** Results beside each other, each with a word above it; the only one has none. */
export function formatTraffic(
  results: readonly { readonly head: string; readonly summary: TrafficSummary }[],
  width: number,
): string {
  const versions = results.map(({ summary }) => summary)
  const statuses = [...new Set(versions.flatMap(each => Object.keys(each.statuses)))].sort()
  const targets = [...new Set(versions.flatMap(each => each.targets.map(({ target }) => target)))].sort()
  const isOnly = results.length === 1
  const heads = ['', ...(isOnly ? [] : results.map(({ head }) => head))]
  const rows = [
    ...ROWS.map(([label, cell]) => [label, ...versions.map(cell)]),
    ...statuses.map(status => [
      `status ${status}`,
      ...versions.map(each => String(each.statuses[status] ?? 0)),
    ]),
    ...targets.map(target => [target, ...versions.map(each => targetCell(each, target))]),
  ]
  // One version has a header without a word.
  const table = formatTable([heads, ...rows], { width }).slice(isOnly ? 1 : 0)
  const unpriced = [...new Set(versions.flatMap(each => each.unpriced))]
  return [
    ...table,
    ...(unpriced.length === 0 ? [] : [`No price is known of ${unpriced.join(', ')}: write "prices".`]),
    ...versions.flatMap(({ problems }) => problems),
  ].join('\n')
}

function targetCell({ targets }: TrafficSummary, name: string): string {
  const found = targets.find(({ target }) => target === name)
  if (found === undefined) return 'none'
  const { share, calls, success, cost } = found
  const parts = [
    `share ${withInterval(share, percent)}`,
    `${calls} calls`,
    `success ${percent(success.value)}`,
    ...(cost === undefined ? [] : [`cost ${dollars(cost)}`]),
  ]
  return parts.join(', ')
}
