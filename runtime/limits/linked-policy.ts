// A policy, linked once: which calls it concerns, by what it counts them apart, and the rule of its counters.
import type { PolicyCondition, RatePolicy, UsagePolicy } from '../../schemas/generated/types.ts'
import {
  type CallFacts,
  type CountedKind,
  kindOfKey,
  MODEL_KEY,
  PROVIDER_KEY,
  type ProviderFacts,
  readerOf,
  type TargetFacts,
  valueOfFact,
} from './call-facts.ts'
import { periodRule, rateRule, type WindowUnit } from './counter-rule.ts'
import type { CounterRule, Measure } from './counters.ts'
import { linkModelConditions, type ModelConditions } from './model-conditions.ts'
import { type UsagePeriod, usagePeriod } from './usage-period.ts'

export interface LinkedPolicy {
  readonly id: string
  readonly name: string
  readonly kind: 'rate' | 'usage'
  readonly measure: Measure
  readonly limit: number
  /** The limit as a header. */
  readonly limitText: string
  /** Absent for what has no window: budgets, and requests in flight. */
  readonly unit?: WindowUnit
  /** After how long an admitted call has left the window, as a header; absent without one. */
  readonly windowText?: string
  readonly alertThreshold?: number
  readonly allowsUncounted: boolean
  /** A call whose price is unknown is refused at its target. */
  readonly refusesUnpriced: boolean
  /** Nothing is admitted while shared counters do not answer. */
  readonly refusesAway: boolean
  /** True if it depends on the provider or on the model that is sent, so that each target is counted. Prices do. */
  readonly atTarget: boolean
  /** Its conditions on the model; absent without any. */
  readonly models: ModelConditions | undefined
  /** It depends on the model: a call counts once, however many targets it reaches. */
  readonly countsOnce: boolean
  /** It counts requests, whatever is in them: their key decides. */
  readonly isOfKey: boolean
  /** The kind of calls that it counts; it concerns no others. */
  readonly counts: CountedKind
  /** Whether it has conditions besides those of the provider. */
  readonly isConditional: boolean
  /** Whether its conditions hold for a call of its kind, besides those on the provider and the model. */
  readonly matches: (facts: CallFacts) => boolean
  readonly matchesProvider: (provider: ProviderFacts) => boolean
  /** It has conditions on the provider. */
  readonly selectsProviders: boolean
  /** Calls are counted apart by properties of theirs. */
  readonly isGrouped: boolean
  /** The values of the group, as one text: the entity that is counted. */
  readonly entityOf: (facts: CallFacts, target: TargetFacts | undefined) => string
  /** The same object until the period ends. */
  readonly ruleAt: (now: number) => RuleInForce
  /** A condition that names values of one property: the policy concerns no call without one of them. */
  readonly anchor: { readonly key: string; readonly values: readonly string[] } | undefined
}

export interface RuleInForce {
  readonly rule: CounterRule
  /** Absent for rates. */
  readonly period: UsagePeriod | undefined
}

/** The most selective properties first. */
const ANCHORS = ['api_key', 'limit_profile', 'config', 'model', 'workspace_id', 'endpoint_type']

/** What is known of a call from its key. */
const KEY_FACTS: ReadonlySet<string> = new Set(['api_key', 'limit_profile', 'workspace_id'])

const ANY = '*'
const ALWAYS = (): boolean => true

export function linkPolicy(kind: 'rate' | 'usage', policy: RatePolicy | UsagePolicy): LinkedPolicy {
  const {
    id,
    name,
    type,
    conditions = [],
    groupBy = [],
    allowsUncounted = false,
    refusesAway = false,
  } = policy
  const isConcurrent = 'unit' in policy && policy.unit === 'concurrent'
  const ofProvider = conditions.filter(({ key }) => key === PROVIDER_KEY)
  const ofCall = conditions.filter(({ key }) => key !== PROVIDER_KEY)
  const models = linkModelConditions(ofCall.filter(({ key }) => key === MODEL_KEY))
  const tests = ofCall.filter(({ key }) => key !== MODEL_KEY).map(linkCondition)
  const readsModels = groupBy.includes(MODEL_KEY)
  const counted =
    [...conditions.map(({ key }) => key), ...groupBy].map(kindOfKey).find(each => each !== 'model') ?? 'model'
  const providerTests = ofProvider.map(linkProviderCondition)
  return {
    id,
    name,
    kind,
    measure: isConcurrent ? 'concurrent' : type,
    limit: 'value' in policy ? policy.value : policy.limit,
    limitText: String('value' in policy ? policy.value : policy.limit),
    ...('unit' in policy &&
      policy.unit !== 'concurrent' && {
        unit: policy.unit,
        windowText: resetText(rateRule(policy).length),
      }),
    ...('alertThreshold' in policy &&
      policy.alertThreshold !== undefined && { alertThreshold: policy.alertThreshold }),
    allowsUncounted,
    refusesUnpriced: 'refusesUnpriced' in policy,
    refusesAway,
    atTarget: type === 'cost' || ofProvider.length > 0 || groupBy.includes(PROVIDER_KEY) || readsModels,
    models,
    countsOnce: models !== undefined || readsModels,
    isOfKey:
      type === 'requests' &&
      kind === 'rate' &&
      [...conditions.map(({ key }) => key), ...groupBy].every(key => KEY_FACTS.has(key)),
    counts: counted,
    isConditional: ofCall.length > 0,
    matches: facts => allHold(tests, facts),
    matchesProvider: providerTests.length === 0 ? ALWAYS : provider => allHold(providerTests, provider),
    selectsProviders: providerTests.length > 0,
    isGrouped: groupBy.length > 0,
    entityOf: linkEntity(groupBy),
    ruleAt: linkRule(policy),
    anchor: anchorOf(ofCall),
  }
}

/** Whether a value passes all tests; a loop, since most policies have one test or none. */
function allHold<T>(tests: readonly ((value: T) => boolean)[], value: T): boolean {
  for (const test of tests) if (!test(value)) return false
  return true
}

/** Milliseconds as the header of a reset has them. */
export const resetText = (milliseconds: number): string => `${secondsOf(milliseconds)}s`

/** Whole seconds, at least one. */
export const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))

function linkRule(policy: RatePolicy | UsagePolicy): LinkedPolicy['ruleAt'] {
  if ('value' in policy) {
    const constant = { rule: rateRule(policy), period: undefined }
    return () => constant
  }
  let known: RuleInForce | undefined
  return now => {
    const { period: last } = known ?? {}
    if (
      known !== undefined &&
      last !== undefined &&
      now >= last.start &&
      now < (last.end ?? Number.POSITIVE_INFINITY)
    )
      return known
    const period = usagePeriod(policy, now)
    known = { rule: periodRule(policy.limit, period.end), period }
    return known
  }
}

function linkCondition({ key, values, excludes = false }: PolicyCondition): (facts: CallFacts) => boolean {
  const read = readerOf(key)
  const listed = new Set(values.map(value => valueOfFact(key, value)))
  const any = listed.has(ANY)
  return facts => {
    const value = read?.(facts)
    return (value !== undefined && (any || listed.has(value))) !== excludes
  }
}

/** A provider is named as in the catalog, or by `@slug`. */
function linkProviderCondition({ values, excludes = false }: PolicyCondition) {
  const listed = new Set(values)
  return ({ provider, slug, otherSlug }: ProviderFacts): boolean =>
    (listed.has(ANY) ||
      listed.has(provider) ||
      (slug !== undefined && listed.has(`@${slug}`)) ||
      (otherSlug !== undefined && listed.has(`@${otherSlug}`))) !== excludes
}

/** One text for each combination; a call without the property is an entity of its own. */
function linkEntity(groupBy: readonly string[]): LinkedPolicy['entityOf'] {
  if (groupBy.length === 0) return () => ''
  const readers = groupBy.map(key => {
    if (key === PROVIDER_KEY)
      return (_facts: CallFacts, target: TargetFacts | undefined) => providerName(target)
    if (key === MODEL_KEY)
      return (_facts: CallFacts, target: TargetFacts | undefined) => target?.models.at(-1)
    return readerOf(key)
  })
  return (facts, target) => JSON.stringify(readers.map(read => read?.(facts, target) ?? null))
}

const providerName = (provider: ProviderFacts | undefined): string | null =>
  provider === undefined ? null : provider.slug === undefined ? provider.provider : `@${provider.slug}`

function anchorOf(conditions: readonly PolicyCondition[]): LinkedPolicy['anchor'] {
  const constant = conditions.filter(
    ({ values, excludes = false }) => !excludes && !values.includes(ANY) && values.length > 0,
  )
  const rank = ({ key }: PolicyCondition): number => {
    const place = ANCHORS.indexOf(key)
    return place < 0 ? ANCHORS.length : place
  }
  const [first] = constant.toSorted((left, right) => rank(left) - rank(right))
  return first && { key: first.key, values: first.values.map(value => valueOfFact(first.key, value)) }
}
