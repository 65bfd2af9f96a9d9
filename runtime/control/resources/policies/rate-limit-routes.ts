// The routes of rate-limit policies.
import type { RateLimit } from '../../../../schemas/generated/types.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { isFailure } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { RATE_LIMIT } from '../../limits/policy.ts'
import { nowOf } from '../saved-resource.ts'
import { resolveConditions } from './conditions.ts'
import { findWritablePolicy, linkPolicyRoutes, type PolicyContext, writePolicy } from './routes.ts'

const ROUTES = linkPolicyRoutes({
  kind: RATE_LIMIT,
  noun: 'rate-limit policy',
  parameter: 'rateLimitsPolicyId',
  object: 'policy_rate_limits',
  show: ({ terms }) => {
    const { type, unit, value } = terms as RateLimit
    return { type, unit, value }
  },
})

export const rateLimitHandlers = {
  listRateLimits: ROUTES.list,
  readRateLimit: ROUTES.read,
  archiveRateLimit: ROUTES.archive,
  createRateLimit: async (request, context) => {
    const { name = null, workspace_id, conditions = [], ...terms } = request.body
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const resolved = resolveConditions(conditions, { ...request, workspace }, context)
    if (isFailure(resolved)) return resolved
    const time = nowOf(context)
    return await writePolicy(ROUTES, request, context, {
      before: undefined,
      after: {
        id: randomUuid(context.randomId()),
        owner: 'api',
        workspace,
        status: 'active',
        name,
        terms: { ...terms, conditions: resolved },
        refusesUnpriced: false,
        lastReset: undefined,
        createdAt: time,
        updatedAt: time,
        revision: undefined,
      },
    })
  },
  updateRateLimit: async (request, context) => {
    const policy = findWritablePolicy(ROUTES, request, context)
    if (isFailure(policy)) return policy
    const { name = policy.name, conditions, ...terms } = request.body
    const place = { ...request, workspace: policy.workspace }
    const resolved = conditions && resolveConditions(conditions, place, context)
    if (isFailure(resolved)) return resolved
    return await writePolicy(ROUTES, request, context, {
      before: policy,
      after: {
        ...policy,
        name,
        terms: {
          ...(policy.terms as RateLimit),
          ...terms,
          ...(resolved !== undefined && { conditions: resolved }),
        },
        updatedAt: nowOf(context),
      },
    })
  },
} satisfies SomeHandlers<PolicyContext>
