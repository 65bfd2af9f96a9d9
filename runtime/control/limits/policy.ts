// Policies as the interface shows them: those of the manifest, which belong to git, and those of the store.
import type { KeyRateLimit } from '../../../schemas/generated/control-types.ts'
import type {
  LimitPolicies,
  RateLimit,
  RatePolicy,
  UsageLimit,
  UsagePolicy,
} from '../../../schemas/generated/types.ts'
import { asCount, asObject, asText, type JsonForm, toJson } from '../../../schemas/values/json.ts'
import { NANO_DOLLARS } from '../../limits/limit-headers.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { clientKind, type Kind } from '../core/kind.ts'
import { statusValue } from '../core/listing.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource } from '../core/resource-store.ts'
import {
  always,
  choice,
  type FieldsOf,
  FLAG,
  KEY,
  type StoredForm,
  sparse,
  storedAs,
  storedForm,
  TEXT_OR_NULL,
  TIMES,
} from '../core/stored-form.ts'
import type { ResourceLimits, StoredBudget } from './resource-limits.ts'

/** The kinds of policies in the store, where they are named by their identifiers. */
export const RATE_LIMIT = 'rate-limit'
export const USAGE_LIMIT = 'usage-limit'

export const POLICY_KINDS: readonly Kind[] = [
  clientKind({ name: RATE_LIMIT, signed: 'never', sealed: 'never', scopes: ['policies'] }),
  clientKind({ name: USAGE_LIMIT, signed: 'never', sealed: 'never', scopes: ['policies'] }),
]

export type PolicyKind = typeof RATE_LIMIT | typeof USAGE_LIMIT

/** The terms of a policy, in the words of the interface. */
export type PolicyTerms = Omit<RateLimit, 'name'> | Omit<UsageLimit, 'name'>

const POLICY_FIELDS: FieldsOf<FoundPolicy> = {
  id: KEY,
  owner: always('api'),
  workspace: { read: value => asText(value) ?? 'default', write: workspace => workspace },
  status: choice('active', 'archived'),
  name: TEXT_OR_NULL,
  // Validated when it was written.
  terms: { read: value => asObject(value) as JsonForm<PolicyTerms>, write: toJson },
  refusesUnpriced: storedAs('refuses_unpriced', sparse(FLAG)),
  lastReset: { read: asCount, write: time => time },
  ...TIMES,
}

export interface FoundPolicy {
  readonly id: string
  readonly owner: 'git' | 'api'
  /** The slug; null for a policy of the manifest that concerns calls of all workspaces. */
  readonly workspace: string | null
  readonly status: 'active' | 'archived'
  readonly name: string | null
  readonly terms: PolicyTerms
  /** Calls without a price are refused; those of before are admitted until the policy is written again. */
  readonly refusesUnpriced: boolean
  /** When the period that ends at `next_usage_reset_at` began, in milliseconds since 1970. */
  readonly lastReset: number | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

export const POLICY_FORMS = {
  [RATE_LIMIT]: storedForm(RATE_LIMIT, POLICY_FIELDS),
  [USAGE_LIMIT]: storedForm(USAGE_LIMIT, POLICY_FIELDS),
} as const satisfies Record<PolicyKind, StoredForm<FoundPolicy>>

/** A policy of the store, which is enforced only in its workspace. */
export type SavedPolicy = FoundPolicy & { readonly workspace: string }

type Sources = Pick<ControlSources, 'gateway' | 'loadedAt' | 'replica'>

/** Policies of the store by status, and by status and workspace, in the order of lists. */
export const policiesByStatus = (kind: PolicyKind): ResourceIndex => ({
  kind,
  valuesOf: statusValues,
  compare: byCreation,
})

function statusValues({ id, value }: Resource): readonly string[] {
  const { status, workspace } = POLICY_FIELDS
  const [state, place] = [status.read(value['status'], id), workspace.read(value['workspace'], id) ?? '']
  return [state, statusValue(state, place)]
}

function byCreation(left: Resource, right: Resource): number {
  const [one, other] = [asText(left.value['created_at']) ?? '', asText(right.value['created_at']) ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

/** The active policies of a kind that were written by API, of a workspace or of all. */
export const activePolicies = (
  { replica }: Pick<Sources, 'replica'>,
  kind: PolicyKind,
  workspace?: string,
): readonly FoundPolicy[] =>
  (replica?.find(policiesByStatus(kind), statusValue('active', workspace)) ?? []).map(POLICY_FORMS[kind].read)

export function manifestPolicies({ gateway, loadedAt }: Sources, kind: PolicyKind): readonly FoundPolicy[] {
  const { rates = [], usages = [] } = gateway.policies ?? {}
  const time = new Date(loadedAt).toISOString()
  const found = (policy: RatePolicy | UsagePolicy, terms: PolicyTerms): FoundPolicy => ({
    id: policy.id,
    owner: 'git',
    workspace: workspaceOf(policy, gateway) ?? null,
    status: 'active',
    name: policy.name,
    terms,
    refusesUnpriced: 'refusesUnpriced' in policy,
    lastReset: undefined,
    createdAt: time,
    updatedAt: time,
  })
  return kind === RATE_LIMIT
    ? rates.map(policy => found(policy, rateTerms(policy)))
    : usages.map(policy => found(policy, usageTerms(policy)))
}

/** The workspace that a policy of the manifest is limited to, by its name or by one of its keys. */
function workspaceOf(
  { conditions = [] }: RatePolicy | UsagePolicy,
  { apiKeys }: Sources['gateway'],
): string | undefined {
  const only = (name: string): string | undefined => {
    const named = conditions.find(({ key, excludes }) => key === name && excludes !== true)
    return named?.values.length === 1 && named.values[0] !== '*' ? named.values[0] : undefined
  }
  return only('workspace_id') ?? apiKeys.find(({ id }) => id === only('api_key'))?.workspace
}

const scopeTerms = ({
  conditions = [],
  groupBy = [],
  allowsUncounted = false,
  refusesAway = false,
}: RatePolicy | UsagePolicy) => ({
  conditions: conditions.map(({ key, values, excludes = false }) => ({
    key,
    value: values.length === 1 ? (values[0] ?? '') : values,
    ...(excludes && { excludes }),
  })),
  group_by: groupBy.map(key => ({ key })),
  ...(allowsUncounted && { uncounted: 'allow' as const }),
  ...(refusesAway && { on_store_away: 'refuse' as const }),
})

const rateTerms = (policy: RatePolicy): Omit<RateLimit, 'name'> => ({
  type: policy.type,
  unit: policy.unit,
  value: policy.value,
  ...scopeTerms(policy),
})

function usageTerms(policy: UsagePolicy): Omit<UsageLimit, 'name'> {
  const { type, limit, alertThreshold, reset, resetDays, nextReset } = policy
  const amount = (value: number): number => (type === 'cost' ? value / NANO_DOLLARS : value)
  return {
    type,
    credit_limit: amount(limit),
    ...(alertThreshold !== undefined && { alert_threshold: amount(alertThreshold) }),
    ...(reset !== undefined && { periodic_reset: reset }),
    ...(resetDays !== undefined && { periodic_reset_days: resetDays }),
    ...(nextReset !== undefined && { next_usage_reset_at: new Date(nextReset).toISOString() }),
    ...scopeTerms(policy),
  }
}

/** Policies of the manifest as the limits of one resource, without conditions; of several budgets the first. */
export function termsOfManifest({ rates, usages: [budget] }: LimitPolicies): ResourceLimits {
  const limits = <Terms extends PolicyTerms>({ conditions: _, group_by: _groups, ...terms }: Terms) => terms
  return {
    rateLimits: rates.map(policy => limits(rateTerms(policy)) as KeyRateLimit),
    usageLimits: budget === undefined ? null : (limits(usageTerms(budget)) as StoredBudget),
  }
}
