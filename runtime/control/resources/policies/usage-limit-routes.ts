// The routes of usage-limit policies, and of what each counts apart: how much an entity has used, and resets.
import type { UsageLimitUpdate } from '../../../../schemas/generated/control-types.ts'
import type { UsageLimit } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { NANO_DOLLARS } from '../../../limits/limit-headers.ts'
import { usagePeriod } from '../../../limits/usage-period.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, RequestOf, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import { pageOf } from '../../core/pages.ts'
import { readTime } from '../../core/read-time.ts'
import { type FoundPolicy, USAGE_LIMIT } from '../../limits/policy.ts'
import { MAX_DOLLARS } from '../../limits/resource-limits.ts'
import {
  entityId,
  entityOfValue,
  resetId,
  USAGE_RESET,
  usedEntities,
  valueKey,
} from '../../limits/usage-entity.ts'
import { enforcedUsage } from './enforced-policies.ts'
import { linkPolicyRoutes, type PolicyContext } from './routes.ts'

const policies = linkPolicyRoutes({
  kind: USAGE_LIMIT,
  noun: 'usage-limit policy',
  parameter: 'usageLimitsPolicyId',
  object: 'policy_usage_limits',
  show: (policy, { clock, replica, hash }) => {
    const terms = policy.terms as UsageLimit
    const { start: period, end } = usagePeriod(enforcedUsage(policy), clock.now())
    // Without groups there is one entity, whose reset is that of the policy.
    const reset =
      (terms.group_by ?? []).length > 0 ? undefined : replica?.get(USAGE_RESET, resetId(hash, policy.id, ''))
    const start = Math.max(period, Number(reset?.value['at'] ?? 0))
    return {
      type: terms.type,
      credit_limit: terms.credit_limit,
      alert_threshold: terms.alert_threshold ?? null,
      periodic_reset: terms.periodic_reset ?? null,
      periodic_reset_days: terms.periodic_reset_days ?? null,
      next_usage_reset_at: end === undefined ? null : new Date(end).toISOString(),
      last_reset_at: start === 0 ? null : new Date(start).toISOString(),
    }
  },
})

const DAY = 86_400_000

type PeriodTerms = Pick<
  UsageLimitUpdate,
  'alert_threshold' | 'periodic_reset' | 'periodic_reset_days' | 'next_usage_reset_at'
>

export const usageLimitHandlers = {
  listUsageLimits: policies.list,
  readUsageLimit: policies.read,
  archiveUsageLimit: policies.archive,
  createUsageLimit: policies.create<RequestOf<'createUsageLimit'>['body']>((body, conditions, context) => {
    const { type, credit_limit, group_by, uncounted, on_store_away } = body
    const terms = {
      ...{ type, credit_limit, conditions },
      ...(group_by && { group_by }),
      ...(uncounted && { uncounted }),
      ...(on_store_away && { on_store_away }),
    }
    return mergedTerms(terms, body, context)
  }),
  updateUsageLimit: policies.update<UsageLimitUpdate>(async (policy, request, conditions, context) => {
    const { body } = request
    const { credit_limit, uncounted, on_store_away, reset_usage_for_value: value } = body
    const before = policy.terms as UsageLimit
    const terms = mergedTerms(
      {
        ...before,
        ...(credit_limit !== undefined && { credit_limit }),
        ...(conditions !== undefined && { conditions }),
        ...(uncounted !== undefined && { uncounted }),
        ...(on_store_away !== undefined && { on_store_away }),
      },
      body,
      context,
    )
    if (isFailure(terms)) return terms
    if (value !== undefined) {
      const entity = entityOfValue(value, before.group_by?.length ?? 0)
      const failed = await resetEntity(request, context, policy, entity)
      if (failed !== undefined) return failed
    }
    return { terms, refusesUnpriced: true, lastReset: lastResetOf(policy, body, context) }
  }),
} satisfies SomeHandlers<PolicyContext>

/** What was used since the period began stays counted until the new reset. */
function lastResetOf(
  policy: FoundPolicy,
  body: UsageLimitUpdate,
  { clock }: PolicyContext,
): number | undefined {
  if (body.next_usage_reset_at === undefined) return policy.lastReset
  const { start } = usagePeriod(enforcedUsage(policy), clock.now())
  return start === 0 ? undefined : start
}

/** `null` removes a term, and one kind of period replaces the other. */
function mergedTerms(
  terms: Omit<UsageLimit, 'name'>,
  changes: PeriodTerms,
  { clock }: PolicyContext,
): Omit<UsageLimit, 'name'> | Failure {
  const { alert_threshold, periodic_reset, periodic_reset_days, next_usage_reset_at, ...kept } = terms
  if (changes.periodic_reset != null && changes.periodic_reset_days != null)
    return invalid('periodic_reset_days', 'periodic_reset and periodic_reset_days exclude each other.')
  const threshold = changes.alert_threshold === undefined ? alert_threshold : changes.alert_threshold
  const reset =
    changes.periodic_reset === undefined
      ? changes.periodic_reset_days == null
        ? periodic_reset
        : undefined
      : changes.periodic_reset
  const days =
    changes.periodic_reset_days === undefined
      ? changes.periodic_reset == null
        ? periodic_reset_days
        : undefined
      : changes.periodic_reset_days
  const given = changes.next_usage_reset_at === undefined ? next_usage_reset_at : changes.next_usage_reset_at
  // Without an anchor, days are counted from today.
  const next = given ?? (days == null ? undefined : firstReset(clock.now(), days))
  const { type, credit_limit } = kept
  if (type === 'cost' ? credit_limit > MAX_DOLLARS : !Number.isInteger(credit_limit))
    return invalid(
      'credit_limit',
      `credit_limit must be ${type === 'cost' ? `at most ${MAX_DOLLARS} US dollars` : 'an integer'}.`,
    )
  if (threshold != null && threshold >= credit_limit)
    return invalid('alert_threshold', 'alert_threshold must be below credit_limit.')
  const nextReset =
    changes.next_usage_reset_at == null
      ? undefined
      : readTime('next_usage_reset_at', changes.next_usage_reset_at)
  if (isFailure(nextReset)) return nextReset
  if (nextReset !== undefined && nextReset <= clock.now())
    return invalid('next_usage_reset_at', 'next_usage_reset_at must be in the future.')
  return {
    ...kept,
    ...(threshold != null && { alert_threshold: threshold }),
    ...(reset != null && { periodic_reset: reset }),
    ...(days != null && { periodic_reset_days: days }),
    ...(next != null && { next_usage_reset_at: new Date(next).toISOString() }),
  }
}

const firstReset = (now: number, days: number): string =>
  new Date(Math.floor(now / DAY) * DAY + days * DAY).toISOString()

const invalid = (param: string, message: string): Failure => failure('invalid_request', message, { param })

export const usageEntityHandlers = {
  listUsageEntities: policies.visible(async ({ saved: policy }, request, context) => {
    const fault = sharedUsageFault(request, policy)
    if (fault !== undefined) return fault
    const entities = await entitiesOf(policy, context)
    const page = pageOf(entities, request)
    const shown = await Promise.all(page.map(entity => showEntity(policy, entity, context)))
    return { body: { object: 'list', total: entities.length, data: shown } }
  }),
  resetUsageEntity: policies.visible(async ({ saved: policy }, request, context) => {
    const fault = sharedUsageFault(request, policy)
    if (fault !== undefined) return fault
    const id = request.path['entityId'] ?? ''
    const entities = await entitiesOf(policy, context)
    const entity = entities.find(
      each => entityId(context.hash, policy.id, each) === id || valueKey(each) === id,
    )
    if (entity === undefined) return failure('not_found', `There is no entity ${quoted(id)}.`)
    return (await resetEntity(request, context, policy, entity)) ?? { body: {} }
  }),
} satisfies SomeHandlers<PolicyContext>

/** What it counts is of all workspaces. */
const sharedUsageFault = (request: ApiRequest, { workspace, name }: FoundPolicy): Failure | undefined =>
  workspace !== null || request.mayOrganise
    ? undefined
    : failure(
        'forbidden',
        `The policy ${quoted(name ?? '')} counts calls of all workspaces: its usage is read and reset by callers of the organisation.`,
      )

/** Those that were used until now. A policy without groups has one entity, also before its first use. */
async function entitiesOf(policy: FoundPolicy, { store, limits }: PolicyContext): Promise<readonly string[]> {
  await limits?.flush()
  const isGrouped = (policy.terms.group_by?.length ?? 0) > 0
  const used = await usedEntities(store, policy.id)
  return isGrouped || used.includes('') ? used : ['', ...used]
}

async function showEntity(policy: FoundPolicy, entity: string, context: PolicyContext): Promise<JsonObject> {
  const { clock, limits, replica, hash } = context
  const { type, credit_limit } = policy.terms as UsageLimit
  const linked = limits?.policy('usage', policy.id)
  const used = linked === undefined ? 0 : ((await limits?.used(linked, entity)) ?? 0)
  const amount = type === 'cost' ? used / NANO_DOLLARS : used
  const { start, end } = usagePeriod(enforcedUsage(policy), clock.now())
  const reset = Number(replica?.get(USAGE_RESET, resetId(hash, policy.id, entity))?.value['at'] ?? 0)
  const since = Math.max(start, reset)
  return {
    id: entityId(hash, policy.id, entity),
    value_key: valueKey(entity),
    current_usage: amount,
    status: amount >= credit_limit ? 'exhausted' : 'active',
    last_reset_at: since === 0 ? null : new Date(since).toISOString(),
    next_usage_reset_at: end === undefined ? null : new Date(end).toISOString(),
  }
}

/** Resets the usage of the entity; a failure if that cannot be written. */
async function resetEntity(
  request: ApiRequest,
  context: PolicyContext,
  policy: FoundPolicy,
  entity: string,
): Promise<Failure | undefined> {
  const at = context.clock.now()
  const revision = await commitChange(context, request, {
    action: 'reset',
    resource: 'usage of an entity',
    id: policy.id,
    workspace: policy.workspace,
    before: null,
    after: { value_key: valueKey(entity), at: new Date(at).toISOString() },
    writes: [
      {
        kind: USAGE_RESET,
        id: resetId(context.hash, policy.id, entity),
        value: { policy: policy.id, entity, at },
      },
    ],
  })
  return isFailure(revision) ? revision : undefined
}
