// The limits that count the calls of a key, with what it has used of each: policies of the manifest and of its workspace, and limits of
// the key and the workspace themselves.
import type { PolicyLimit } from '../../../../schemas/generated/control-types.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { NANO_DOLLARS } from '../../../limits/limit-headers.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import { type LimitOwner, ownPolicies } from '../../limits/limit-owner.ts'
import { findProfile, profilePolicies } from '../../limits/limit-profile.ts'
import {
  manifestPolicies,
  POLICY_FORMS,
  type PolicyKind,
  RATE_LIMIT,
  USAGE_LIMIT,
} from '../../limits/policy.ts'

type Context = Pick<ControlSources, 'gateway' | 'hash' | 'loadedAt' | 'replica' | 'limits' | 'clock'>

export interface OwnedLimits {
  readonly owner: LimitOwner
  readonly source: string
}

/** The terms of a limit, before its use is read. */
interface LimitTerms {
  readonly id: string
  readonly kind: PolicyLimit['kind']
  readonly name: string
  readonly source: string
  readonly owner: PolicyLimit['owner']
  readonly conditions: readonly Condition[]
  readonly groups: readonly string[]
}

interface Condition {
  readonly key: string
  readonly values: readonly string[]
  readonly excludes: boolean
}

/** What is known of every call of a key, null for what none has; all other properties are of single calls. */
type KnownFacts = Readonly<Record<string, string | null>>

interface LimitedKey {
  readonly id: string
  readonly workspace: string
  /** The slug of its limit profile. */
  readonly limitProfile?: string | undefined
}

/** Those that count calls of a key in its workspace; `owned` are limits of single resources that concern all of its calls. */
export async function effectiveLimits(
  { id, workspace, limitProfile }: LimitedKey,
  owned: readonly OwnedLimits[],
  context: Context,
): Promise<readonly PolicyLimit[]> {
  const known: KnownFacts = { api_key: id, workspace_id: workspace, limit_profile: limitProfile ?? null }
  const ofProfiles = new Set(
    Object.values(context.gateway.limitProfiles ?? {}).flatMap(({ policies }) => policies),
  )
  const terms: readonly LimitTerms[] = [
    ...([RATE_LIMIT, USAGE_LIMIT] as const).flatMap(kind =>
      [
        ...manifestPolicies(context, kind).filter(({ id: policy }) => !ofProfiles.has(policy)),
        ...[workspace, placeOfKey(workspace, id)]
          .flatMap(value => context.replica?.find(POLICIES_BY_KEY[kind], value) ?? [])
          .map(POLICY_FORMS[kind].read),
      ].map(
        (policy): LimitTerms => ({
          id: policy.id,
          kind: kind === RATE_LIMIT ? 'rate' : 'usage',
          name: policy.name ?? policy.id,
          source: policy.owner === 'git' ? 'a policy of the manifest' : 'a policy of the workspace',
          owner: policy.owner,
          conditions: (policy.terms.conditions ?? []).map(({ key, value, excludes = false }) => ({
            key,
            values: [value].flat(),
            excludes,
          })),
          groups: (policy.terms.group_by ?? []).map(({ key }) => key),
        }),
      ),
    ),
    ...termsOfProfile(limitProfile, context),
    ...owned.flatMap(({ owner, source }) => {
      const { rates, usages } = ownPolicies(owner)
      const shared = { name: owner.name, source, owner: 'api' as const, conditions: [], groups: [] }
      return [
        ...rates.map((policy): LimitTerms => ({ ...shared, id: policy.id, kind: 'rate' })),
        ...usages.map((policy): LimitTerms => ({ ...shared, id: policy.id, kind: 'usage' })),
      ]
    }),
  ].filter(({ conditions }) => conditions.every(each => holdsFor(each, known) !== false))
  const { limits } = context
  await limits?.flush()
  const shown = await Promise.all(
    terms.map(each => showLimit(each, limits?.policy(each.kind, each.id), known, context)),
  )
  return shown
    .flatMap(each => each ?? [])
    .sort((left, right) => shareOf(right) - shareOf(left) || (left.name < right.name ? -1 : 1))
}

const placeOfKey = (workspace: string, key: string): string => `${workspace}/${key}`

/** Active policies by their workspace, those that count only single keys by workspace and key. */
const policiesByKey = (kind: PolicyKind): ResourceIndex => ({
  kind,
  valuesOf: resource => {
    const { status, workspace, terms } = POLICY_FORMS[kind].read(resource)
    if (status !== 'active' || workspace === null) return []
    const named = (terms.conditions ?? []).find(({ key, excludes }) => key === 'api_key' && excludes !== true)
    const keys = named === undefined ? ['*'] : [named.value].flat()
    return keys.includes('*') ? [workspace] : keys.map(key => placeOfKey(workspace, key))
  },
})

const POLICIES_BY_KEY = {
  [RATE_LIMIT]: policiesByKey(RATE_LIMIT),
  [USAGE_LIMIT]: policiesByKey(USAGE_LIMIT),
} as const

/** The limits of the profile of a key, each of which counts it apart. */
function termsOfProfile(slug: string | undefined, context: Context): readonly LimitTerms[] {
  const profile = slug === undefined ? undefined : findProfile(context, slug)?.saved
  if (profile === undefined) return []
  const { rates, usages } = profilePolicies(profile, context.gateway)
  const shared = {
    name: profile.name,
    source: `the limit profile "${profile.slug}"`,
    owner: profile.owner,
    conditions: [],
    groups: ['api_key'],
  }
  return [
    ...rates.map(({ id }): LimitTerms => ({ ...shared, id, kind: 'rate' })),
    ...usages.map(({ id }): LimitTerms => ({ ...shared, id, kind: 'usage' })),
  ]
}

const PERIODS = {
  rpm: 'in a minute',
  rph: 'in an hour',
  rpd: 'in a day',
  rpw: 'in a week',
  concurrent: 'in flight',
} as const

const shareOf = ({ used, limit }: PolicyLimit): number => (used === null ? -1 : used / Math.max(limit, 1e-9))

/** Undefined where a single call decides. */
function holdsFor({ key, values, excludes }: Condition, known: KnownFacts): boolean | undefined {
  const value = known[key]
  if (value === undefined) return undefined
  return (value !== null && (values.includes('*') || values.includes(value))) !== excludes
}

async function showLimit(
  { id, kind, name, source, owner, conditions, groups }: LimitTerms,
  policy: ReturnType<Limiter['policy']>,
  known: KnownFacts,
  { limits, clock }: Context,
): Promise<PolicyLimit | undefined> {
  if (policy === undefined || limits === undefined) return undefined
  const { measure, limit, unit } = policy
  const isKnown = groups.every(key => known[key] !== undefined)
  const entity = groups.length === 0 ? '' : JSON.stringify(groups.map(key => known[key] ?? null))
  const used = isKnown ? await limits.used(policy, entity) : null
  const amount = (value: number): number => (measure === 'cost' ? value / NANO_DOLLARS : value)
  const { period } = policy.ruleAt(clock.now())
  const end = period?.end
  return {
    id,
    name,
    kind,
    type: measure === 'concurrent' ? 'requests' : measure,
    limit: amount(limit),
    period:
      kind === 'rate' ? PERIODS[unit ?? 'concurrent'] : end === undefined ? 'in all' : 'until the reset',
    used: used === null ? null : amount(used),
    exhausted: used !== null && used >= limit,
    resets_at: end === undefined ? null : new Date(end).toISOString(),
    source,
    owner,
    conditions: conditions.filter(each => holdsFor(each, known) === undefined).map(formatCondition),
    counted_apart: groups.filter(key => known[key] === undefined),
  }
}

const formatCondition = ({ key, values, excludes }: Condition): string =>
  `${key} is ${excludes ? 'not ' : ''}${values.includes('*') ? 'set' : joinNames(values, 'or')}`
