// Why prompts are not read from the caches of providers, as a section, with the loss by a log of requests.
import { pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import type { CacheCause, PromptCache } from '../../analyse/prompt-cache.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection } from '../../report/section.ts'
import { formatDollars } from '../../validate/reporting/format-bound.ts'
import type { RecordedCache } from './recorded-cache.ts'

/** What a cause loses, by the log. */
export interface CacheLoss {
  /** The share of the input that could be read from a cache. */
  readonly possible?: number
  /** US dollars in the time of the log, and in 30 days; absent if no price is known, or the log is too short. */
  readonly dollars?: number
  readonly monthly?: number
}

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR

/** Undefined for a cause whose loss records do not show. */
export function lossOfCause(cause: CacheCause, recorded: RecordedCache | undefined): CacheLoss | undefined {
  if (recorded === undefined || recorded.input === 0) return undefined
  const share = recorded.cached / recorded.input
  if (cause.kind === 'balance') {
    const possible = Math.min(1, share / cause.sameTarget)
    return { possible, ...inDollars((possible - share) * recorded.input, recorded) }
  }
  if (cause.kind !== 'varying-prefix') return undefined
  const tokens = Math.min(
    (recorded.prompts.get(cause.prompt) ?? 0) * cause.tokens,
    recorded.input - recorded.cached,
  )
  return { possible: share + tokens / recorded.input, ...inDollars(tokens, recorded) }
}

/** Tokens at the mean saving of a token that is read from a cache. */
function inDollars(
  tokens: number,
  { savings, priced, first, last }: RecordedCache,
): Pick<CacheLoss, 'dollars' | 'monthly'> {
  if (priced === 0) return {}
  const dollars = tokens * (savings / priced)
  const time = last - first
  return { dollars, ...(time >= HOUR && { monthly: (dollars * MONTH) / time }) }
}

export function cacheSection(
  { isCached, causes, undecided }: PromptCache,
  recorded: RecordedCache | undefined,
  file: string | undefined,
): ReportSection {
  const rows = causes.map(cause => ({ cause, loss: lossOfCause(cause, recorded) }))
  const hasLoss = rows.some(({ loss }) => loss !== undefined)
  return {
    title: 'Prompt cache',
    sentences: [
      ...(recorded === undefined || file === undefined ? [] : [recordedSentence(recorded, file)]),
      ...(file !== undefined && recorded === undefined
        ? [`${file} has no tokens of requests of this config.`]
        : []),
      ...(isCached
        ? causes.length === 0
          ? ['Nothing is known that makes the prompts of a conversation differ, or go to another cache.']
          : []
        : ['No target is known to have a provider that caches prompts.']),
    ],
    tables:
      rows.length === 0
        ? []
        : [
            {
              header: ['at', 'lost because', ...(hasLoss ? ['could be cached', 'loss', 'in 30 days'] : [])],
              rows: rows.map(({ cause, loss }) => [
                placeOf(cause),
                formatCause(cause),
                ...(hasLoss
                  ? [
                      loss?.possible === undefined ? 'not known' : formatShare(loss.possible),
                      loss?.dollars === undefined ? 'not known' : formatDollars(loss.dollars),
                      loss?.monthly === undefined ? 'not known' : formatDollars(loss.monthly),
                    ]
                  : []),
              ]),
            },
          ],
    notes: [
      ...(hasLoss
        ? [
            'An estimate: each request of a conversation reads what the previous one has written, and saves the mean difference between the prices of input and of cached input. Writing to a cache is not included. Causes are not independent.',
          ]
        : []),
      ...(undecided.length === 0
        ? []
        : [
            `Not decided for ${undecided.slice(0, 4).map(formatTarget).join(', ')}${undecided.length > 4 ? ` and ${undecided.length - 4} more` : ''}, because the request names the provider, or the store has it.`,
          ]),
    ],
  }
}

function recordedSentence({ requests, input, cached, cost, priced }: RecordedCache, file: string): string {
  const share = input === 0 ? 0 : cached / input
  const dollars = priced === 0 ? '' : `; the input cost ${formatDollars(cost)}`
  return `${file}: ${formatShare(share)} of ${input.toLocaleString('en-US')} input tokens of ${pluralize(requests, 'request')} were read from a cache${dollars}.`
}

const placeOf = (cause: CacheCause): string =>
  cause.kind === 'varying-prefix'
    ? `prompt ${cause.prompt}`
    : cause.kind === 'balance'
      ? formatTarget(cause.pointer)
      : `guard ${cause.guard}`

function formatCause(cause: CacheCause): string {
  switch (cause.kind) {
    case 'balance':
      return `${cause.targets} targets share conversations: ${formatShare(cause.sameTarget)} of the requests reach the target of the previous one`
    case 'moving-prefix':
      return 'it adds its prefix to the last message, which has none in the next request: the last turn is never read from a cache'
    case 'varying-prefix':
      return `about ${cause.tokens.toLocaleString('en-US')} tokens of constant text are behind the variable ${quoteName(cause.variable)}`
    case 'service':
      return `not decided: ${cause.check} may rewrite any part of the request`
  }
}

const formatShare = (share: number): string => `${Number((100 * share).toFixed(1))}%`
