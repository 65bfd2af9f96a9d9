// What the routes of both kinds of policies have in common: lists, reads by status, and writes with their audit entry.

import { uncountedToolLimit } from '../../../../compiler/facts/mcp-settings.ts'
import type { LimitCondition } from '../../../../schemas/generated/types.ts'
import { tokensInFlight } from '../../../../schemas/values/concurrent-limit.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { statusValue } from '../../core/listing.ts'
import type { Requester } from '../../core/principal.ts'
import type { Found } from '../../core/stored-form.ts'
import {
  type FoundPolicy,
  manifestPolicies,
  POLICY_FORMS,
  type PolicyKind,
  type PolicyTerms,
  policiesByStatus,
  type SavedPolicy,
  USAGE_LIMIT,
} from '../../limits/policy.ts'
import {
  type AnswerRoute,
  commitResource,
  linkResource,
  type MaybeLater,
  noSuch,
  nowOf,
  type ResourceChange,
  type ResourceRoutes,
  type SavedResource,
  withoutBody,
} from '../saved-resource.ts'
import { conditionWarnings, resolveConditions } from './conditions.ts'
import { admitsUnpriced, policyPriceWarnings } from './price-warnings.ts'

export type PolicyContext = WriteSources &
  Pick<ControlSources, 'plans' | 'catalog' | 'organisation' | 'limits'>

/** The body that makes a policy; what else it has are terms of its kind. */
interface PolicyBody {
  readonly name?: string | null
  readonly workspace_id?: string
  readonly conditions?: readonly LimitCondition[]
}

/** The body that changes one. */
type PolicyUpdate = Omit<PolicyBody, 'workspace_id'>

type With<Body> = ApiRequest & { readonly body: Body }

/** The policies of a kind. */
export interface PolicyRoutes
  extends Pick<ResourceRoutes<FoundPolicy, PolicyContext>, 'list' | 'read' | 'visible'> {
  readonly archive: AnswerRoute<ApiRequest, PolicyContext>
  /** `termsOf`: the terms of the policy, with its conditions as they are stored. */
  readonly create: <Body extends PolicyBody>(
    termsOf: (
      body: Body,
      conditions: readonly LimitCondition[],
      context: PolicyContext,
    ) => PolicyTerms | Failure,
  ) => AnswerRoute<With<Body>, PolicyContext>
  /** `change`: what else is changed; without conditions, they stay. */
  readonly update: <Body extends PolicyUpdate>(
    change: (
      policy: SavedPolicy,
      request: With<Body>,
      conditions: readonly LimitCondition[] | undefined,
      context: PolicyContext,
    ) => MaybeLater<Partial<SavedPolicy> | Failure>,
  ) => AnswerRoute<With<Body>, PolicyContext>
}

interface KindOfPolicy
  extends Pick<SavedResource<FoundPolicy, PolicyContext>, 'noun' | 'parameter' | 'show'> {
  readonly kind: PolicyKind
  /** The `object` of single reads. */
  readonly object: string
}

/** `show`: the properties that only policies of this kind have. */
export function linkPolicyRoutes({ kind, object, show, ...named }: KindOfPolicy): PolicyRoutes {
  const resource: SavedResource<FoundPolicy, PolicyContext> = {
    ...named,
    form: POLICY_FORMS[kind],
    own: context => manifestPolicies(context, kind).map(saved => ({ saved, revision: undefined })),
    // A list is always of a status.
    stored: (find, { workspaces, request: { query } }) => {
      const index = policiesByStatus(kind)
      const places = workspaces ?? [undefined]
      return {
        lists: places.map(place => find(index, statusValue(String(query['status']), place))),
        compare: index.compare,
        meets: ['workspace_id', 'status'],
      }
    },
    sees: request => policy => maySee(request, policy),
    // Archived policies stay as they are.
    changeFault: ({ owner, workspace, status, name, id }) =>
      owner === 'git' || workspace === null
        ? ownedByGit(named.noun, name ?? id)
        : status === 'active'
          ? undefined
          : noSuch(named.noun, id),
    filters: {
      status: (policy, wanted) => policy.status === wanted,
      type: ({ terms }, wanted) => terms.type === wanted,
      unit: ({ terms }, wanted) => 'unit' in terms && terms.unit === wanted,
    },
    isIn: (policy, workspace) => (policy.workspace ?? workspace) === workspace,
    keyOf: ({ id }) => id,
    workspaceOf: ({ workspace }) => workspace,
    show: (policy, context) => showPolicy(policy, context, show),
  }
  const { list, visible, writable } = linkResource(resource)
  /** Writes a policy, if it can concern a call; the reply has warnings about its terms. */
  const write = async (
    request: ApiRequest,
    context: PolicyContext,
    { after, ...change }: ResourceChange<FoundPolicy> & { readonly after: SavedPolicy },
  ): Promise<ApiReply | Failure> => {
    const fault = after.status === 'active' ? policyFault(after) : undefined
    if (fault !== undefined) return fault
    const revision = await commitResource(resource, request, context, { ...change, after })
    if (isFailure(revision)) return revision
    const diagnostics = [
      ...conditionWarnings(after.terms.conditions ?? [], after.workspace, context),
      ...policyPriceWarnings(after, context),
    ]
    return { body: { ...resource.show(after, context), object, diagnostics }, revision }
  }
  return {
    list,
    visible,
    read: visible(({ saved, revision }, request, context) =>
      saved.status === request.query['status']
        ? { body: { ...resource.show(saved, context), object }, revision }
        : noSuch(named.noun, saved.id),
    ),
    archive: withoutBody(
      writable(async (before, request, context) => {
        const after = { ...savedPolicy(before), status: 'archived' as const, updatedAt: nowOf(context) }
        return await write(request, context, { action: 'archive', before, after })
      }),
    ),
    create: termsOf => async (request, context) => {
      const { name = null, workspace_id, conditions = [] } = request.body
      const workspace = chooseWorkspace(request, context, workspace_id)
      if (isFailure(workspace)) return workspace
      const resolved = resolveConditions(conditions, { ...request, workspace }, context)
      if (isFailure(resolved)) return resolved
      const terms = termsOf(request.body, resolved, context)
      if (isFailure(terms)) return terms
      const time = nowOf(context)
      const after: SavedPolicy = {
        ...{ id: randomUuid(context.randomId()), owner: 'api', workspace, status: 'active', name, terms },
        ...{ refusesUnpriced: kind === USAGE_LIMIT, lastReset: undefined, createdAt: time, updatedAt: time },
      }
      return await write(request, context, { before: undefined, after })
    },
    update: change =>
      writable(async (before, request, context) => {
        const policy = savedPolicy(before)
        const { name = policy.name, conditions } = request.body
        const resolved = conditions && resolveConditions(conditions, { ...request, ...policy }, context)
        if (isFailure(resolved)) return resolved
        const changed = await change(policy, request, resolved, context)
        if (isFailure(changed)) return changed
        const after = { ...policy, ...changed, name, updatedAt: nowOf(context) }
        return await write(request, context, { before, after })
      }),
  }
}

/** One that may be changed is of a workspace. */
const savedPolicy = ({ saved }: Found<FoundPolicy>): SavedPolicy => ({
  ...saved,
  workspace: saved.workspace ?? '',
})

function showPolicy(policy: FoundPolicy, context: PolicyContext, show: KindOfPolicy['show']): JsonObject {
  const { conditions = [], group_by = [], uncounted, on_store_away } = policy.terms
  const diagnostics = admitsUnpriced(policy)
  return {
    id: policy.id,
    name: policy.name,
    ...show(policy, context),
    conditions: conditions.map(each => ({ ...each })),
    group_by: group_by.map(each => ({ ...each })),
    ...(uncounted === 'allow' && { uncounted }),
    ...(on_store_away === 'refuse' && { on_store_away }),
    status: policy.status,
    workspace_id: policy.workspace === null ? null : workspaceId(context, policy.workspace),
    organisation_id: context.organisation,
    owner: policy.owner,
    created_at: policy.createdAt,
    last_updated_at: policy.updatedAt,
    ...(diagnostics.length > 0 && { diagnostics }),
  }
}

/** One that concerns all workspaces is seen in each of them. */
const maySee = (request: Requester, { workspace }: FoundPolicy): boolean =>
  workspace === null
    ? request.mayOrganise || request.principal.workspaces.keys().some(request.may)
    : request.may(workspace)

/** Why an active policy would concern no call. */
function policyFault(policy: SavedPolicy): Failure | undefined {
  const { type, conditions = [], group_by = [] } = policy.terms
  const keys = [...conditions, ...group_by].map(({ key }) => key)
  const impossible =
    uncountedToolLimit(type, keys) ??
    tokensInFlight(type, 'unit' in policy.terms ? policy.terms.unit : undefined)
  return impossible === undefined
    ? otherWorkspace(policy)
    : failure('invalid_request', impossible, { param: 'type' })
}

/** A policy is enforced in its own workspace: with a condition on another one it would concern no call. */
function otherWorkspace({ workspace, terms: { conditions = [] } }: SavedPolicy): Failure | undefined {
  const excluded = conditions.some(({ key, value, excludes = false }) => {
    const values = [value].flat()
    return key === 'workspace_id' && (values.includes('*') || values.includes(workspace)) === excludes
  })
  return excluded
    ? failure(
        'invalid_request',
        `The policy belongs to the workspace ${quoted(workspace)}, which its condition on workspace_id excludes, so it would concern no call. Name the workspace as workspace_id of the policy.`,
        { param: 'conditions' },
      )
    : undefined
}
