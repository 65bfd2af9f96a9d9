// What replaced models cost on traffic, and how long they took, as a section.
import { pluralize } from '../../../schemas/values/format-names.ts'
import { dayOf } from '../../../schemas/values/model-life.ts'
import type { ReportSection } from '../../report/section.ts'
import { formatDollars, formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { formatTokens } from '../analyse/capabilities-section.ts'
import type { SwapLog, SwapReport } from './replace-models.ts'
import { limitedRows, type SwapExtent, sentencesOnly } from './swap-extent.ts'
import type { Latencies } from './swap-traffic.ts'

const UNKNOWN = 'not known'

const DAY = 86_400_000
/** Shorter logs say nothing about a month. */
const LEAST_PERIOD = 3_600_000
const MONTH = 30

/** By the log, or else by traffic models. */
export function costSection(report: SwapReport, extent: SwapExtent): ReportSection {
  const { traffic, swaps } = report
  if (traffic !== undefined) return loggedCost(report, traffic, extent)
  const rows = swaps.flatMap(({ from, to, models }) =>
    models.map(({ by, before, after, tokens }) => [
      by,
      `${from.model} → ${to.model}`,
      `${formatTokens(tokens.input)} in, ${formatTokens(tokens.output)} out`,
      formatDollars(before),
      `${formatDollars(after)}${changeText(before, after)}`,
    ]),
  )
  return rows.length === 0
    ? sentencesOnly('Cost: no traffic', [
        '--log 7d or --traffic LOG.jsonl shows what recorded requests would have cost.',
      ])
    : {
        title: 'Cost of 1,000 requests by their traffic models',
        sentences: [],
        tables: [{ header: ['', '', 'tokens of each', 'before', 'after'], rows: limitedRows(rows, extent) }],
        notes: [],
      }
}

const changeText = (before: number, after: number): string =>
  before === 0 ? '' : ` (${after < before ? '−' : '+'}${Math.round(Math.abs(after / before - 1) * 100)}%)`

function loggedCost({ swaps }: SwapReport, traffic: SwapLog, extent: SwapExtent): ReportSection {
  const { records, first = 0, last = 0, isCut } = traffic
  const length = traffic.period ?? last - first
  const monthly = (dollars: number): number => (dollars / length) * DAY * MONTH
  const uses = swaps.flatMap((swap, index) =>
    (traffic.swaps[index]?.uses ?? []).map(use => ({ ...use, swap })),
  )
  const counted = uses.reduce((sum, { requests }) => sum + requests, 0)
  const priced = uses.reduce((sum, { dollars }) => sum + (dollars?.requests ?? 0), 0)
  const tooLong = uses.reduce((sum, each) => sum + each.tooLong, 0)
  return {
    title: `Cost on ${traffic.name}`,
    sentences: [
      records === 0
        ? 'The log has no records.'
        : `${pluralize(counted, 'request')} of ${formatTokens(records)} from ${dayOf(first)} to ${dayOf(last)} ${counted === 1 ? 'was' : 'were'} answered by a replaced model.`,
      ...swaps.flatMap((swap, index) => {
        const { before, after } = traffic.swaps[index]?.latency ?? {}
        return before === undefined
          ? []
          : [
              `${swap.from.model} replied in ${formatLatency(before)}; ${
                after === undefined
                  ? `no call of the log was answered by ${swap.to.model}`
                  : `${swap.to.model} in ${formatLatency(after)}`
              }.`,
            ]
      }),
    ].slice(0, extent.rows),
    tables:
      uses.length === 0
        ? []
        : [
            {
              header: ['', 'requests', 'tokens', 'before', 'after', '30 days'],
              rows: limitedRows(
                uses.map(({ by, requests, tokens, dollars }) => [
                  by,
                  formatTokens(requests),
                  `${formatTokens(tokens.input)} in (${formatTokens(tokens.cached)} cached), ${formatTokens(tokens.output)} out`,
                  dollars === undefined ? UNKNOWN : formatDollars(dollars.before),
                  dollars === undefined
                    ? UNKNOWN
                    : `${formatDollars(dollars.after)}${changeText(dollars.before, dollars.after)}`,
                  dollars === undefined || length < LEAST_PERIOD
                    ? UNKNOWN
                    : `${formatDollars(monthly(dollars.before))} → ${formatDollars(monthly(dollars.after))}`,
                ]),
                extent,
              ),
            },
          ],
    notes: [
      ...(uses.length === 0
        ? []
        : ['At the prices of today and the recorded tokens: another model may count and write others.']),
      ...(tooLong === 0
        ? []
        : [
            `${pluralize(tooLong, 'request')} ${tooLong === 1 ? 'was' : 'were'} longer than the new model takes, or had a longer reply than it writes.`,
          ]),
      ...(priced === counted
        ? []
        : [`${counted - priced} of ${counted} are in no cost: tokens or a price are not known.`]),
      ...(isCut ? [`Only the newest ${formatTokens(records)} records were read.`] : []),
    ],
  }
}

const formatLatency = ({ requests, p50, p95 }: Latencies): string =>
  `${formatMilliseconds(p50)} (p50) and ${formatMilliseconds(p95)} (p95) over ${pluralize(requests, 'call')}`
