// The routes of what a usage limit counts apart: how much each has used, and resets.
import type { UsageLimit } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { NANO_DOLLARS } from '../../../limits/limit-headers.ts'
import { usagePeriod } from '../../../limits/usage-period.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, Handlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageOf } from '../../core/pages.ts'
import { type FoundPolicy, USAGE_LIMIT } from '../../limits/policy.ts'
import { entityId, resetId, USAGE_RESET, usedEntities, valueKey } from '../../limits/usage-entity.ts'
import { enforcedUsage } from '../../resources/policies/enforced-policies.ts'
import { sharedUsageFault, visiblePolicy } from './policy-requests.ts'

type Context = WriteSources & Pick<ControlSources, 'plans' | 'catalog' | 'organisation' | 'limits'>

const ROUTES = { kind: USAGE_LIMIT, noun: 'usage-limit policy', pathName: 'usageLimitsPolicyId' } as const

export const usageEntityHandlers: Handlers<'listUsageEntities' | 'resetUsageEntity', Context> = {
  listUsageEntities: async (request, context) => {
    const policy = visiblePolicy(request, context, ROUTES)
    if (isFailure(policy)) return policy
    const fault = sharedUsageFault(request, policy)
    if (fault !== undefined) return fault
    const entities = await entitiesOf(policy, context)
    const page = pageOf(entities, request)
    const shown = await Promise.all(page.map(entity => showEntity(policy, entity, context)))
    return { body: { object: 'list', total: entities.length, data: shown } }
  },
  resetUsageEntity: async (request, context) => {
    const policy = visiblePolicy(request, context, ROUTES)
    if (isFailure(policy)) return policy
    const fault = sharedUsageFault(request, policy)
    if (fault !== undefined) return fault
    const id = request.path['entityId'] ?? ''
    const entities = await entitiesOf(policy, context)
    const entity = entities.find(
      each => entityId(context.hash, policy.id, each) === id || valueKey(each) === id,
    )
    if (entity === undefined) return failure('not_found', `There is no entity ${quoted(id)}.`)
    return (await resetEntity(request, context, policy, entity)) ?? { body: {} }
  },
}

/** Those that were used until now. A policy without groups has one entity, also before its first use. */
async function entitiesOf(policy: FoundPolicy, { store, limits }: Context): Promise<readonly string[]> {
  await limits?.flush()
  const isGrouped = (policy.terms.group_by?.length ?? 0) > 0
  const used = await usedEntities(store, policy.id)
  return isGrouped || used.includes('') ? used : ['', ...used]
}

async function showEntity(policy: FoundPolicy, entity: string, context: Context): Promise<JsonObject> {
  const { clock, limits, replica, hash } = context
  const { type, credit_limit } = policy.terms as UsageLimit
  const linked = limits?.policies().find(({ id }) => id === policy.id)
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

/** Usage of the entity is counted anew from now on; a failure where that cannot be written. */
export async function resetEntity(
  request: ApiRequest,
  context: Context,
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
