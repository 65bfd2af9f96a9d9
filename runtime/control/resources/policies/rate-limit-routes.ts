// The routes of rate-limit policies.
import type { RateLimit } from '../../../../schemas/generated/types.ts'
import type { RequestOf, SomeHandlers } from '../../core/api-request.ts'
import { RATE_LIMIT } from '../../limits/policy.ts'
import { linkPolicyRoutes, type PolicyContext } from './routes.ts'

const policies = linkPolicyRoutes({
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
  listRateLimits: policies.list,
  readRateLimit: policies.read,
  archiveRateLimit: policies.archive,
  createRateLimit: policies.create<RequestOf<'createRateLimit'>['body']>(
    ({ name: _, workspace_id: _workspace, ...terms }, conditions) => ({ ...terms, conditions }),
  ),
  updateRateLimit: policies.update<RequestOf<'updateRateLimit'>['body']>((policy, { body }, conditions) => {
    const { name: _, conditions: _given, ...terms } = body
    const before = policy.terms as RateLimit
    return { terms: { ...before, ...terms, ...(conditions !== undefined && { conditions }) } }
  }),
} satisfies SomeHandlers<PolicyContext>
