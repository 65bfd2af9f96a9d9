// The load of targets before and after a loss: requests and tokens in the windows of declared limits, from recorded or expected requests.
import { requestTypes } from '../../../schemas/generated/facts.ts'
import type {
  CallNode,
  Gateway,
  Plan,
  PolicyCondition,
  RatePolicy,
} from '../../../schemas/generated/types.ts'
import { type CallTarget, memberShares, poolOfCall } from '../call-provider.ts'
import type { ExampleRequest } from '../conditions/example-request.ts'
import { keyOfTarget } from '../diff/recorded-walk.ts'
import { evaluated } from '../diff/replay-requests.ts'
import { stepPredicate } from '../route-conditions.ts'
import type { MemberFate } from './lost-targets.ts'
import { failingShare, type LossModel, type LossWalk, walkLoss } from './walk-loss.ts'

const MINUTE = 60_000
const WINDOWS: Readonly<Record<LimitLoad['unit'], number>> = {
  rpm: 1,
  rph: 60,
  rpd: 24 * 60,
  rpw: 7 * 24 * 60,
}

/** One request, or what a traffic model expects in each minute. */
export interface LoadedRequest {
  readonly config: string
  readonly request: ExampleRequest
  /** Input and output; undefined if unknown. */
  readonly tokens: number | undefined
  /** The time of one request in milliseconds, or how many of them every minute has. */
  readonly when: { readonly time: number } | { readonly everyMinute: number }
}

/** An amount in a minute on average, and in the minute with the most. */
export interface Rate {
  readonly mean: number
  readonly peak: number
}

export interface TargetLoad {
  /** `@slug model`, or a provider of the catalog. */
  readonly target: string
  readonly isLost: boolean
  readonly requests: { readonly before: Rate; readonly after: Rate }
  readonly tokens: { readonly before: Rate; readonly after: Rate }
  /** Whether a limit of the manifest holds for it. */
  readonly isLimited: boolean
}

export interface LimitLoad {
  readonly name: string
  readonly type: RatePolicy['type']
  readonly unit: Exclude<RatePolicy['unit'], 'concurrent'>
  readonly value: number
  /** Of a pool: what its members allowed together before; `value` is what the remaining ones do. */
  readonly valueBefore?: number
  /** The values of the properties by which it counts separately. */
  readonly group?: string
  /** The most in one window. */
  readonly before: number
  readonly after: number
  /** Conditions and groups that requests of the log do not decide. */
  readonly notDecided: readonly string[]
}

export interface LossLoad {
  /** Requests in total, in a minute. */
  readonly requests: Rate
  readonly failing: number
  readonly targets: readonly TargetLoad[]
  /** Limits that depend on the target, and of which the loss changes the amount. */
  readonly limits: readonly LimitLoad[]
  readonly withoutTokens: number
  /** Requests whose way is not decided, and why. */
  readonly notDecided: number
  readonly because: readonly string[]
}

/** Amounts by windows of time. */
class Amounts {
  readonly #windows = new Map<number, number>()
  readonly #minutes: number
  #steady = 0
  total = 0

  constructor(minutes = 1) {
    this.#minutes = minutes
  }

  add(amount: number, when: LoadedRequest['when']): void {
    if ('everyMinute' in when) {
      this.#steady += amount * when.everyMinute
      return
    }
    const window = Math.floor(when.time / (MINUTE * this.#minutes))
    this.#windows.set(window, (this.#windows.get(window) ?? 0) + amount)
    this.total += amount
  }

  peak(): number {
    let most = 0
    for (const amount of this.#windows.values()) most = Math.max(most, amount)
    return most + this.#steady * this.#minutes
  }

  rate(minutes: number): Rate {
    return { mean: this.total / minutes + this.#steady, peak: this.peak() }
  }
}

interface Side {
  readonly requests: Amounts
  readonly tokens: Amounts
}
const createSide = (): Side => ({ requests: new Amounts(), tokens: new Amounts() })

interface TargetAmounts {
  readonly before: Side
  readonly after: Side
  isLost: boolean
  isLimited: boolean
}

interface PolicyAmounts {
  readonly policy: WindowPolicy
  readonly group: string
  readonly before: Amounts
  readonly after: Amounts
  readonly notDecided: ReadonlySet<string>
}

export interface LoadedConfig {
  readonly id: string
  readonly plan: Plan
  readonly gateway: Gateway
  readonly fateOf: LossModel['fateOf']
  /** Of the members of a pool; of any other call, of itself. */
  readonly fatesOf: (call: CallNode) => readonly MemberFate[]
}

/** Who gets a call, with the parts of it. A lost member rests, so that others get its part while one is left. */
function sharesOfCall(call: CallNode, which: 'before' | 'after', { gateway, fatesOf }: LoadedConfig) {
  const fates = fatesOf(call)
  const pool = poolOfCall(call, gateway)
  if (pool === undefined) return fates.map(each => ({ ...each, share: 1 }))
  const left = which === 'before' ? fates : fates.filter(({ fate }) => fate.kind !== 'lost')
  const shares = memberShares(
    pool,
    (left.length === 0 ? fates : left).flatMap(({ target: { member } }) => member ?? []),
  )
  return fates.flatMap(each => {
    const share = each.target.member && shares.get(each.target.member)
    return share === undefined ? [] : [{ ...each, share }]
  })
}

/** The limits of members by the property of a plan that has them. */
const MEMBER_LIMITS = [
  ['requestsPerMinute', 'requests'],
  ['tokensPerMinute', 'tokens'],
] as const

type WindowPolicy = RatePolicy & Pick<LimitLoad, 'unit'>

const hasWindow = (policy: RatePolicy): policy is WindowPolicy => policy.unit !== 'concurrent'

interface PoolAmounts {
  readonly type: RatePolicy['type']
  readonly before: Amounts
  readonly after: Amounts
  readonly allowed: number
  readonly remaining: number
}

export function createLossLoad(configs: readonly LoadedConfig[]) {
  const byId = new Map(configs.map(config => [config.id, config]))
  const all = new Amounts()
  const targets = new Map<string, TargetAmounts>()
  const limits = new Map<string, PolicyAmounts>()
  const pools = new Map<string, PoolAmounts>()
  const reasons = new Set<string>()
  let [failing, total, withoutTokens, notDecided] = [0, 0, 0, 0]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  /** What a pool gets, against what its members declare together: a full member is skipped for the next. */
  const addPool = (
    which: 'before' | 'after',
    call: CallNode,
    { expected, tokens }: { readonly expected: number; readonly tokens: number },
    config: LoadedConfig,
    when: LoadedRequest['when'],
  ): void => {
    const pool = poolOfCall(call, config.gateway)
    if (pool === undefined || call.binding.from !== 'slug') return
    const fates = config.fatesOf(call)
    for (const [property, type] of MEMBER_LIMITS) {
      const sum = (members: readonly MemberFate[]): number =>
        members.reduce(
          (all, { target: { member } }) => all + (member?.[property] ?? Number.POSITIVE_INFINITY),
          0,
        )
      const remaining = sum(fates.filter(({ fate }) => fate.kind !== 'lost'))
      // Without a limit of one that remains, there is none of the pool.
      if (remaining === Number.POSITIVE_INFINITY || fates.every(({ fate }) => fate.kind === 'lost')) continue
      const allowed = sum(fates)
      // Calls of other models may have fewer members.
      const key = `@${call.binding.slug} ${type} ${allowed} ${remaining}`
      const amounts = pools.get(key) ?? {
        ...{ type, allowed, remaining },
        before: new Amounts(),
        after: new Amounts(),
      }
      pools.set(key, amounts)
      amounts[which].add(type === 'tokens' ? expected * tokens : expected, when)
    }
  }

  const addWalk = (which: 'before' | 'after', walk: LossWalk, config: LoadedConfig, each: LoadedRequest) => {
    const calls = walk.calls.values().flatMap(({ call: named, expected: ofCall }) => {
      addPool(which, named, { expected: ofCall, tokens: each.tokens ?? 0 }, config, each.when)
      return sharesOfCall(named, which, config).map(part => ({
        ...part,
        named,
        expected: part.share * ofCall,
      }))
    })
    for (const { named, target, fate, expected } of calls) {
      const { call } = target
      const name = keyOfTarget(call).trim() || 'the provider of the request'
      const known = targets.get(name) ?? {
        before: createSide(),
        after: createSide(),
        isLost: false,
        isLimited: false,
      }
      targets.set(name, known)
      const isLost = fate.kind === 'lost'
      const { requestsPerMinute, tokensPerMinute } = target.member ?? {}
      known.isLimited ||= requestsPerMinute !== undefined || tokensPerMinute !== undefined
      known.isLost ||= isLost
      known[which].requests.add(expected, each.when)
      // Nothing is produced where the connection is refused.
      const tokens = which === 'after' && isLost ? 0 : (each.tokens ?? 0)
      known[which].tokens.add(expected * tokens, each.when)
      for (const policy of config.gateway.policies?.rates ?? []) {
        // How long calls are in flight is not known.
        if (!hasWindow(policy) || !dependsOnTarget(policy)) continue
        const facts = factsOf(target, named, each)
        const { holds, notDecided: open } = concerns(policy, facts)
        if (!holds) continue
        known.isLimited = true
        const group = groupOf(policy, facts)
        const key = `${policy.id} ${group}`
        const amounts = limits.get(key) ?? {
          ...{ policy, group, notDecided: new Set(open) },
          before: new Amounts(WINDOWS[policy.unit]),
          after: new Amounts(WINDOWS[policy.unit]),
        }
        limits.set(key, amounts)
        amounts[which].add(expected * (policy.type === 'tokens' ? tokens : 1), each.when)
      }
    }
  }

  return {
    add: (each: LoadedRequest): void => {
      const config = byId.get(each.config)
      if (config === undefined) return
      const weight = 'everyMinute' in each.when ? each.when.everyMinute : 1
      if ('time' in each.when) {
        first = Math.min(first, each.when.time)
        last = Math.max(last, each.when.time)
      }
      const model = { plan: config.plan, ...choicesBy(each.request) }
      const before = walkLoss({ ...model, fateOf: () => ({ kind: 'remains' }), circuits: 'closed' })
      const after = walkLoss({ ...model, fateOf: config.fateOf, circuits: 'open' })
      const because = [...model.because, ...after.unknown]
      if (because.length > 0) {
        notDecided += weight
        for (const reason of because) reasons.add(reason)
        return
      }
      all.add(1, each.when)
      if (each.tokens === undefined) withoutTokens += weight
      failing += failingShare(after) * weight
      total += weight
      addWalk('before', before, config, each)
      addWalk('after', after, config, each)
    },
    result: (): LossLoad => {
      const minutes = Math.max(1, (last - first) / MINUTE || 1)
      const rateOf = (amounts: Amounts): Rate => amounts.rate(minutes)
      return {
        requests: rateOf(all),
        failing: total === 0 ? 0 : failing / total,
        targets: Array.from(targets, ([target, { before, after, isLost, isLimited }]) => ({
          target,
          isLost,
          requests: { before: rateOf(before.requests), after: rateOf(after.requests) },
          tokens: { before: rateOf(before.tokens), after: rateOf(after.tokens) },
          isLimited,
        })),
        limits: [
          ...Array.from(pools, ([name, { type, allowed, remaining, before, after }]) => ({
            ...{ name: name.replace(/ .*$/, ''), type, unit: 'rpm' as const, value: remaining },
            ...(allowed !== remaining && allowed !== Number.POSITIVE_INFINITY && { valueBefore: allowed }),
            ...{ before: before.peak(), after: after.peak(), notDecided: [] },
          })),
          ...Array.from(limits.values(), ({ policy, group, before, after, notDecided: open }) => ({
            name: policy.name,
            type: policy.type,
            unit: policy.unit,
            value: policy.value,
            ...(group !== '' && { group }),
            before: before.peak(),
            after: after.peak(),
            notDecided: [...open],
          })),
        ],
        withoutTokens,
        notDecided,
        because: [...reasons],
      }
    },
  }
}

/** The ways of a recorded request through conditions; `because` collects why one is not decided. */
function choicesBy(request: ExampleRequest): Pick<LossModel, 'choose'> & { readonly because: string[] } {
  const because: string[] = []
  return {
    because,
    choose: node => {
      for (const step of node.steps) {
        const children = 'then' in step ? [step.then] : [...new Set(Object.values(step.table))]
        for (const child of children) {
          const holds = evaluated(stepPredicate(step, child), request)
          if (typeof holds === 'string') {
            because.push(holds)
            return undefined
          }
          if (holds) return child
        }
      }
      return node.otherwise
    },
  }
}

type Facts = Readonly<Record<string, readonly string[]>>

/** Members of a pool are limited under its slug. */
function factsOf(
  { call: { overrides }, provider: id }: CallTarget,
  { binding }: CallNode,
  { config, request }: LoadedRequest,
): Facts {
  const slug = binding.from === 'slug' ? binding.slug : undefined
  const model = overrides['model'] ?? request.params['model']
  return {
    provider: [...(id === undefined ? [] : [id]), ...(slug === undefined ? [] : [`@${slug}`])],
    model: typeof model === 'string' ? [model.toLowerCase()] : [],
    config: [config],
    endpoint_type: [request.path.replace(/^\/v1\//, '')],
    ...Object.fromEntries(
      Object.entries(request.metadata).map(([name, value]) => [`metadata.${name}`, [String(value)]]),
    ),
  }
}

/** Properties of the caller, which records of requests do not show here. */
const OF_CALLER: ReadonlySet<string> = new Set(['workspace_id', 'api_key', 'limit_profile'])
const OF_TARGET: ReadonlySet<string> = new Set(['provider', 'model'])

const dependsOnTarget = ({ conditions = [], groupBy = [] }: RatePolicy): boolean =>
  [...conditions.map(({ key }) => key), ...groupBy].some(key => OF_TARGET.has(key))

/** Whether a policy counts a call; conditions on callers are assumed to hold, and named. */
function concerns(
  { conditions = [], groupBy = [] }: RatePolicy,
  facts: Facts,
): { readonly holds: boolean; readonly notDecided: readonly string[] } {
  const keys = [...conditions.map(({ key }) => key), ...groupBy]
  const decided = conditions.filter(({ key }) => !OF_CALLER.has(key))
  return {
    holds: decided.every(condition => conditionHolds(condition, facts)),
    notDecided: [...new Set(keys.filter(key => OF_CALLER.has(key)))],
  }
}

const ENDPOINTS: Readonly<Record<string, string>> = requestTypes

function conditionHolds({ key, values, excludes = false }: PolicyCondition, facts: Facts): boolean {
  const found = facts[key] ?? []
  const spelled = values.map(value =>
    key === 'model'
      ? value.toLowerCase()
      : key === 'endpoint_type'
        ? (ENDPOINTS[value] ?? value).replace(/^\//, '')
        : value,
  )
  const has = values.includes('*') ? found.length > 0 : found.some(value => spelled.includes(value))
  return has !== excludes
}

const groupOf = ({ groupBy = [] }: RatePolicy, facts: Facts): string =>
  groupBy
    .filter(key => !OF_CALLER.has(key))
    .map(key => `${key} ${facts[key]?.at(-1) ?? 'none'}`)
    .join(', ')
