// A log of requests walked through a candidate, and its report.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { ExampleRequest } from '../../analyse/conditions/example-request.ts'
import type { DiffContext } from '../../analyse/diff/plan-diff.ts'
import { createReplay, type Replay, type ReplayedTraffic } from '../../analyse/diff/replay-requests.ts'
import type { ReportSection } from '../../report/section.ts'
import { exampleOf, formatExample } from '../../validate/flows/format-flow.ts'
import { formatDollars } from '../../validate/reporting/format-bound.ts'
import { createMonthForecast, type MonthForecast } from '../traffic/month-forecast.ts'
import type { RecordedRequest } from '../traffic/read-record.ts'
import type { LoadedSide } from './load-side.ts'
import {
  billed,
  billedAsBefore,
  createFailureCount,
  type OnCost,
  priceBy,
  type ReplayedFailures,
} from './replay-failures.ts'

export interface ReplayedConfig extends ReplayedTraffic {
  readonly outcomes: ReplayedFailures
  /** The request with the least metadata that certainly, or most likely, goes elsewhere. */
  readonly example?: ExampleRequest
}

export interface LogReplay {
  readonly add: (request: RecordedRequest) => void
  readonly result: () => {
    readonly configs: Readonly<Record<string, ReplayedConfig>>
    /** Requests of no config that both versions have. */
    readonly others: number
    /** Requests that another plan served than the one the candidate is compared with. */
    readonly ofOtherPlans: number
    /** Of all requests of the log; absent if it has no cost, or only one moment. */
    readonly month?: MonthForecast
  }
}

interface OneConfig {
  readonly replay: Replay
  readonly count: ReturnType<typeof createFailureCount>
  example?: ExampleRequest
}

export function createLogReplay(before: LoadedSide, after: LoadedSide, context: DiffContext): LogReplay {
  const configs = new Map<string, OneConfig>()
  const prices = [priceBy(before.gateway), priceBy(after.gateway)] as const
  const month = createMonthForecast()
  const onCost: OnCost = (time, cost) =>
    cost === undefined ? month.addUnknown() : month.add(time, cost.before, cost.after)
  /** The config with its replay, which only those take that have a record. */
  const configAt = (id: string): OneConfig | undefined => {
    const known = configs.get(id)
    const [plan, other] = [before.plans.get(id), after.plans.get(id)]
    if (known !== undefined || plan === undefined || other === undefined) return known
    const sides = [
      { plan, gateway: before.gateway },
      { plan: other, gateway: after.gateway },
    ] as const
    const count = createFailureCount(plan, after.gateway, prices, onCost)
    const made = { replay: createReplay(...sides, context), count }
    configs.set(id, made)
    return made
  }
  let [others, ofOtherPlans] = [0, 0]
  /** One that goes where it went, by the prices of both. */
  const addOther = (recorded: RecordedRequest): void => {
    others += 1
    const { time, status = 200, model = '', slug, attempts } = recorded
    const served = attempts.at(-1)
    if (served === undefined || status >= 400) return
    const [was, is] = prices.map(price => price(served.provider, slug, served.model ?? model, recorded))
    onCost(time, was === undefined || is === undefined ? billedAsBefore(recorded) : billed(recorded, was, is))
  }
  return {
    add: recorded => {
      const { config, plan } = recorded
      month.see(recorded.time)
      const one = config === undefined ? undefined : configAt(config.replace(/@\d+$/, ''))
      if (one === undefined) return addOther(recorded)
      if (plan !== undefined && before.digest?.startsWith(plan) !== true) ofOtherPlans += 1
      const request = requestOf(recorded)
      const effect = one.replay.add(request)
      if (!('because' in effect) && effect.elsewhere > 0 && sizeOf(request) < sizeOf(one.example))
        one.example = request
      if (recorded.attempts.length === 0) return
      const outcomes = one.count.outcomesOf(recorded)
      const ways = outcomes === undefined ? '' : one.replay.walk('after', request, outcomes)
      const was = one.replay.walk('before', request, new Map())
      const is = one.replay.walk('after', request, new Map())
      if (typeof ways === 'string' || typeof was === 'string' || typeof is === 'string')
        one.count.skip(recorded)
      else one.count.add(recorded, ways, was, is)
    },
    result: () => {
      const forecast = month.result()
      return {
        configs: Object.fromEntries(
          [...before.plans.keys()].flatMap(id => {
            const { replay, count, example } = configs.get(id) ?? {}
            if (replay === undefined || count === undefined) return []
            return [
              [id, { ...replay.result(), outcomes: count.result(), ...(example && { example }) }] as const,
            ]
          }),
        ),
        others,
        ofOtherPlans,
        ...(forecast && { month: forecast }),
      }
    },
  }
}

const requestOf = ({ metadata, model, stream, path }: RecordedRequest): ExampleRequest => ({
  metadata,
  params: { ...(model === undefined ? {} : { model }), ...(stream && { stream }) },
  path,
})

const sizeOf = (request: ExampleRequest | undefined): number =>
  request === undefined ? Number.POSITIVE_INFINITY : JSON.stringify(request).length

const rounded = (value: number): string => String(Number(value.toFixed(1)))

export function configReplaySection(id: string, config: ReplayedConfig, prefix: string): ReportSection {
  const { requests, elsewhere, different, notDecided, because, outcomes, example } = config
  const { failed, avoidable, added, shares, cost, unpriced } = outcomes
  return {
    title: `${id}: ${pluralize(requests, 'request')}`,
    sentences: [
      `${rounded(elsewhere)} go elsewhere first, and ${different} are treated differently in some way.`,
      ...(example === undefined
        ? []
        : [`The smallest that goes elsewhere: ${formatExample(id, exampleOf(example), {}, prefix)}`]),
      failed === 0
        ? 'No request failed in the log.'
        : `Of ${failed} that failed in the log, ${rounded(avoidable)} would have had another target to try; whether that replies is not known.`,
      ...(added > 0.05
        ? [
            `${rounded(added)} that succeeded would end with a failure that the log has of an earlier attempt.`,
          ]
        : []),
      ...(cost.requests === 0
        ? []
        : [
            `cost of ${cost.requests} by recorded tokens: ${formatDollars(cost.recorded)} → ${formatDollars(cost.expected)}, at the prices of each version, if targets without a recorded outcome reply with as many tokens.`,
          ]),
    ],
    tables: [
      {
        header: ['first target', 'in the log', 'expected'],
        rows: Object.entries(shares)
          .toSorted(([, one], [, other]) => other.recorded - one.recorded)
          .map(([key, { recorded, expected }]) => [key.trim(), String(recorded), rounded(expected)]),
      },
    ].filter(({ rows }) => rows.length > 0),
    notes: [
      ...because.map(each => `${notDecided} not decided, because ${each}.`),
      ...(outcomes.notDecided === 0
        ? []
        : [
            `${outcomes.notDecided} ${outcomes.notDecided === 1 ? 'is' : 'are'} in no sum of outcomes: an attempt was at a target that the plan does not have, or the way is not decided.`,
          ]),
      ...(unpriced === 0
        ? []
        : [`${unpriced} ${unpriced === 1 ? 'is' : 'are'} in no cost: tokens or a price are not known.`]),
    ],
  }
}
