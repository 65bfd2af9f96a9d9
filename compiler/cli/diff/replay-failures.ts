// What a log shows of a candidate beyond its routes: failures that would have had another target, new ones, and cost by recorded tokens.
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import type { Gateway, Plan } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { type CallTarget, targetsOfCall } from '../../analyse/call-provider.ts'
import {
  fromRecordedDraw,
  keyOfTarget,
  type RecordedWalk,
  slugOfTarget,
} from '../../analyse/diff/recorded-walk.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import type { RecordedRequest } from '../traffic/read-record.ts'

/** US dollars of the tokens of a request at a target; undefined where no price is known. */
export type PriceOfCall = (
  provider: string,
  slug: string | undefined,
  model: string,
  request: Pick<RecordedRequest, 'tokens' | 'time'>,
) => number | undefined

const NANO = 1e9

/** By the prices of a manifest and by the list, at the time of the request. */
export function priceBy({ prices }: Pick<Gateway, 'prices'>): PriceOfCall {
  const list = createPriceList(prices)
  return (provider, slug, model, { tokens, time }) => {
    const price = tokens && list.find(provider, model, time, undefined, slug)
    return price && costOf({ ...tokens, cached: tokens.cached ?? 0 }, price) / NANO
  }
}

/** What was billed goes before the price of the tokens: it has the fees of tools, and tokens of other kinds. */
export function billed(
  { cost }: Pick<RecordedRequest, 'cost'>,
  before: number,
  after: number,
): { readonly before: number; readonly after: number } {
  if (cost === undefined || before === 0) return { before, after }
  return { before: cost / NANO, after: (after / before) * (cost / NANO) }
}

/** Of a request that goes where it went, whose price is not known: a provider may have stated a charge. */
export const billedAsBefore = ({ cost }: Pick<RecordedRequest, 'cost'>) =>
  cost === undefined ? undefined : { before: cost / NANO, after: cost / NANO }

export interface ReplayedFailures {
  /** Failed requests whose targets are known. */
  readonly failed: number
  /** Of those, the expected number that would have had a further target after the recorded failures, or another target first. */
  readonly avoidable: number
  /** The expected number of requests that succeeded, and would have ended with a recorded failure. */
  readonly added: number
  /** Expected requests by the first target, in the log and in the candidate. */
  readonly shares: Readonly<Record<string, { readonly recorded: number; readonly expected: number }>>
  readonly cost: { readonly requests: number; readonly recorded: number; readonly expected: number }
  /** Requests without tokens or prices. */
  readonly unpriced: number
  /** Requests that the walk does not decide. */
  readonly notDecided: number
}

/** What a request cost, and costs in the candidate, in US dollars; undefined for both where one is not known. */
export type OnCost = (
  time: number,
  cost: { readonly before: number; readonly after: number } | undefined,
) => void

/** Keys of targets by their positions. */
export const targetKeys = (plan: Plan): ReadonlyMap<string, string> =>
  new Map(
    walkPlan(plan).flatMap(({ pointer, node }) =>
      node.kind === 'call'
        ? [[pointer === '' ? 'config' : `config.${formatPointer(pointer)}`, keyOfTarget(node)] as const]
        : [],
    ),
  )

/** Targets behind one circuit breaker, or a reply of the gateway itself. */
const SEVERAL = 'one of several'

/** `plan`: what served the log; `gateway`: that of the candidate; then the prices of both. */
export function createFailureCount(
  plan: Plan,
  gateway: Gateway,
  [priceBefore, priceAfter]: readonly [PriceOfCall, PriceOfCall],
  onCost: OnCost,
) {
  const keys = targetKeys(plan)
  const shares = new Map<string, { recorded: number; expected: number }>()
  const count = { failed: 0, avoidable: 0, added: 0, unpriced: 0, notDecided: 0 }
  const cost = { requests: 0, recorded: 0, expected: 0 }
  const share = (key: string) => {
    const known = shares.get(key) ?? { recorded: 0, expected: 0 }
    shares.set(key, known)
    return known
  }
  const addCost = (request: RecordedRequest, walk: RecordedWalk): void => {
    const { model = '', slug, attempts } = request
    const served = attempts.at(-1)
    const sentBy = ({ call: { overrides } }: CallTarget): string => String(overrides['model'] ?? model)
    const before = served && priceBefore(served.provider, slug, served.model ?? model, request)
    let goesAsBefore = true
    const after = walk.map(({ target, probability }) => {
      if (target === undefined) {
        goesAsBefore = false
        return undefined
      }
      const stored = slugOfTarget(target)
      const targets = targetsOfCall(target, gateway)
      // Of a pool, the member that served the request, if it is there and has the model: sessions stay.
      const chosen = targets.find(
        each => each.provider === served?.provider && sentBy(each) === served?.model,
      )
      const one = chosen ?? targets[0]
      const provider = one?.provider
      const sent = one === undefined ? model : sentBy(one)
      if (provider !== served?.provider || stored !== slug || sent !== (served?.model ?? model))
        goesAsBefore = false
      const each = provider && priceAfter(provider, stored, sent, request)
      return typeof each === 'number' ? each * probability : undefined
    })
    if (before === undefined || after.includes(undefined)) {
      count.unpriced += 1
      return onCost(request.time, goesAsBefore ? billedAsBefore(request) : undefined)
    }
    const expected = after.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    cost.requests += 1
    cost.recorded += before
    cost.expected += expected
    onCost(request.time, billed(request, before, expected))
  }
  return {
    /** Outcomes of its targets by key; undefined where an attempt is of a target that the plan does not have. */
    outcomesOf: ({ attempts }: RecordedRequest): ReadonlyMap<string, number> | undefined => {
      const found = attempts.map(({ at = '', status }) => [keys.get(at), status] as const)
      return found.length === 0 || found.some(([key]) => key === undefined)
        ? undefined
        : new Map(found as readonly (readonly [string, number])[])
    },
    skip: ({ time }: RecordedRequest): void => {
      count.notDecided += 1
      onCost(time, undefined)
    },
    /** `ways`: those of the candidate; `was` and `is`: where both versions go first. */
    add: (request: RecordedRequest, ways: RecordedWalk, was: RecordedWalk, is: RecordedWalk): void => {
      const { status = 200, attempts } = request
      const first = keys.get(attempts[0]?.at ?? '') ?? ''
      const walk = fromRecordedDraw(ways, first, was, is)
      share(first).recorded += 1
      for (const { target, probability } of is)
        share(target === undefined ? SEVERAL : keyOfTarget(target)).expected += probability
      const sum = (selects: (end: RecordedWalk[number]) => boolean): number =>
        walk.filter(selects).reduce((total, { probability }) => total + probability, 0)
      if (status >= 400) {
        count.failed += 1
        count.avoidable += sum(end => end.status === undefined || end.status < 400)
      } else {
        count.added += sum(end => end.status !== undefined && end.status >= 400)
        addCost(request, walk)
      }
    },
    result: (): ReplayedFailures => ({ ...count, cost, shares: Object.fromEntries(shares) }),
  }
}
