// The routes of rate-limit policies.
import type { RateLimit } from '../../../../schemas/generated/types.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { isFailure } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { RATE_LIMIT } from '../../limits/policy.ts'
import { resolveConditions } from './conditions.ts'
import {
  archivePolicy,
  listPolicies,
  type PolicyRoutes,
  readPolicy,
  writablePolicy,
  writePolicy,
} from './routes.ts'

type Context = WriteSources & Pick<ControlSources, 'plans' | 'catalog' | 'organisation' | 'limits'>

type RateLimitOperation =
  | 'listRateLimits'
  | 'createRateLimit'
  | 'readRateLimit'
  | 'updateRateLimit'
  | 'archiveRateLimit'

const ROUTES: PolicyRoutes = {
  kind: RATE_LIMIT,
  noun: 'rate-limit policy',
  pathName: 'rateLimitsPolicyId',
  object: 'policy_rate_limits',
  show: ({ terms }) => {
    const { type, unit, value } = terms as RateLimit
    return { type, unit, value }
  },
}

export const rateLimitHandlers: Handlers<RateLimitOperation, Context> = {
  listRateLimits: async (request, context) => listPolicies(request, context, ROUTES),
  readRateLimit: async (request, context) => readPolicy(request, context, ROUTES),
  archiveRateLimit: (request, context) => archivePolicy(request, context, ROUTES),
  createRateLimit: async (request, context) => {
    const { name = null, workspace_id, conditions = [], ...terms } = request.body
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const resolved = resolveConditions(conditions, { ...request, workspace }, context)
    if (isFailure(resolved)) return resolved
    const time = new Date(context.clock.now()).toISOString()
    return await writePolicy(request, context, ROUTES, 'create', undefined, {
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
    })
  },
  updateRateLimit: async (request, context) => {
    const policy = writablePolicy(request, context, ROUTES)
    if (isFailure(policy)) return policy
    const { name = policy.name, conditions, ...terms } = request.body
    const place = { ...request, workspace: policy.workspace }
    const resolved = conditions && resolveConditions(conditions, place, context)
    if (isFailure(resolved)) return resolved
    return await writePolicy(request, context, ROUTES, 'update', policy, {
      ...policy,
      name,
      terms: {
        ...(policy.terms as RateLimit),
        ...terms,
        ...(resolved !== undefined && { conditions: resolved }),
      },
      updatedAt: new Date(context.clock.now()).toISOString(),
    })
  },
}
