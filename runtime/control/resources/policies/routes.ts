// What the routes of both kinds of policies have in common: lists, reads by status, and writes with their audit entry.
import { uncountedToolLimit } from '../../../../compiler/facts/mcp-settings.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { Requester } from '../../core/principal.ts'
import {
  allPolicies,
  type FoundPolicy,
  type PolicyKind,
  policyOf,
  type SavedPolicy,
  storedPolicy,
} from '../../limits/policy.ts'
import {
  commitResource,
  findVisible,
  findWritable,
  linkResource,
  noSuch,
  nowOf,
  type ResourceRoutes,
  type SavedResource,
  withoutBody,
} from '../saved-resource.ts'
import { conditionWarnings } from './conditions.ts'
import { admitsUnpriced, policyPriceWarnings } from './price-warnings.ts'

export type PolicyContext = WriteSources &
  Pick<ControlSources, 'plans' | 'catalog' | 'organisation' | 'limits'>

/** The policies of a kind, with the operations that need no body of their own. */
export interface PolicyRoutes extends Pick<ResourceRoutes<FoundPolicy, PolicyContext>, 'list' | 'read'> {
  readonly resource: SavedResource<FoundPolicy, PolicyContext>
  /** The `object` of single reads. */
  readonly object: string
  readonly archive: (request: ApiRequest, context: PolicyContext) => Promise<ApiReply | Failure>
}

interface KindOfPolicy
  extends Pick<SavedResource<FoundPolicy, PolicyContext>, 'noun' | 'parameter' | 'show'> {
  readonly kind: PolicyKind
  readonly object: string
}

/** `show`: the properties that only policies of this kind have. */
export function linkPolicyRoutes({ kind, object, show, ...named }: KindOfPolicy): PolicyRoutes {
  const resource: SavedResource<FoundPolicy, PolicyContext> = {
    ...named,
    form: { kind, read: policyOf, write: storedPolicy },
    all: context => allPolicies(context, kind).map(saved => ({ saved, revision: saved.revision })),
    named: ({ id }) => ({ id, slug: id }),
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
  const { list } = linkResource(resource)
  const routes: PolicyRoutes = {
    resource,
    object,
    list,
    read: async (request, context) => {
      const found = findVisible(resource, request, context)
      if (isFailure(found)) return found
      const { saved, revision } = found
      return saved.status === request.query['status']
        ? { body: { ...resource.show(saved, context), object }, revision }
        : noSuch(named.noun, saved.id)
    },
    archive: withoutBody(async (request, context) => {
      const before = findWritablePolicy(routes, request, context)
      if (isFailure(before)) return before
      const after = { ...before, status: 'archived' as const, updatedAt: nowOf(context) }
      return await writePolicy(routes, request, context, { action: 'archive', before, after })
    }),
  }
  return routes
}

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

/** What it counts is of all workspaces. */
export const sharedUsageFault = (
  request: ApiRequest,
  { workspace, name }: FoundPolicy,
): Failure | undefined =>
  workspace !== null || request.mayOrganise
    ? undefined
    : failure(
        'forbidden',
        `The policy ${quoted(name ?? '')} counts calls of all workspaces: its usage is read and reset by callers of the organisation.`,
      )

/** A policy that can be changed; only those of one workspace can. */
export function findWritablePolicy(
  { resource }: Pick<PolicyRoutes, 'resource'>,
  request: ApiRequest,
  context: PolicyContext,
): SavedPolicy | Failure {
  const found = findWritable(resource, request, context)
  if (isFailure(found)) return found
  const { workspace } = found.saved
  return workspace === null ? ownedByGit(resource.noun, found.saved.id) : { ...found.saved, workspace }
}

/** Writes a policy, if it can concern a call; the reply has warnings about what it says. */
export async function writePolicy(
  { resource, object }: Pick<PolicyRoutes, 'resource' | 'object'>,
  request: ApiRequest,
  context: PolicyContext,
  { action, before, after }: PolicyChange,
): Promise<ApiReply | Failure> {
  const { type, conditions = [], group_by = [] } = after.terms
  const uncounted = uncountedToolLimit(
    type,
    [...conditions, ...group_by].map(({ key }) => key),
  )
  if (uncounted !== undefined && after.status === 'active')
    return failure('invalid_request', uncounted, { param: 'type' })
  const elsewhere = otherWorkspace(after)
  if (elsewhere !== undefined && after.status === 'active') return elsewhere
  const revision = await commitResource(resource, request, context, {
    action,
    before: before && { saved: before, revision: before.revision },
    after,
  })
  if (isFailure(revision)) return revision
  const diagnostics = [
    ...conditionWarnings(conditions, after.workspace, context),
    ...policyPriceWarnings(after, context),
  ]
  return { body: { ...resource.show(after, context), object, diagnostics }, revision }
}

interface PolicyChange {
  readonly action?: string
  readonly before: SavedPolicy | undefined
  readonly after: SavedPolicy
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
