// What the routes of both kinds of policies have in common: lists, reads by status, and writes with their audit entry.
import { uncountedToolLimit } from '../../../../compiler/facts/mcp-settings.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { commitChange, ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import {
  allPolicies,
  type FoundPolicy,
  findPolicy,
  type PolicyKind,
  type SavedPolicy,
  storedPolicy,
} from '../../limits/policy.ts'
import { conditionWarnings } from './condition-warnings.ts'
import { admitsUnpriced, policyPriceWarnings } from './price-warnings.ts'

type Context = WriteSources & Pick<ControlSources, 'plans' | 'catalog' | 'organisation' | 'limits'>

export interface PolicyRoutes {
  readonly kind: PolicyKind
  /** For messages. */
  readonly noun: string
  readonly pathName: string
  /** The `object` of single reads. */
  readonly object: string
  /** The properties that only policies of this kind have. */
  readonly show: (policy: FoundPolicy, context: Context) => JsonObject
}

export const listPolicies = (
  request: ApiRequest,
  context: Context,
  routes: PolicyRoutes,
): ApiReply | Failure => {
  const { workspace_id: wanted, status, type, unit } = request.query
  const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, String(wanted))
  if (isFailure(workspace)) return workspace
  const found = allPolicies(context, routes.kind).filter(
    policy =>
      maySee(request, policy) &&
      (workspace === undefined || (policy.workspace ?? workspace) === workspace) &&
      policy.status === status &&
      (type === undefined || policy.terms.type === type) &&
      (unit === undefined || ('unit' in policy.terms && policy.terms.unit === unit)),
  )
  return pageReply(found, request, policy => showPolicy(policy, context, routes))
}

export function readPolicy(request: ApiRequest, context: Context, routes: PolicyRoutes): ApiReply | Failure {
  const policy = visiblePolicy(request, context, routes)
  if (isFailure(policy)) return policy
  return policy.status === request.query['status']
    ? singleReply(policy, context, routes, policy.revision)
    : noPolicy(request, routes)
}

export const singleReply = (
  policy: FoundPolicy,
  context: Context,
  routes: PolicyRoutes,
  revision: number | undefined,
): ApiReply => ({
  body: { ...showPolicy(policy, context, routes), object: routes.object },
  revision,
})

export async function archivePolicy(
  request: ApiRequest,
  context: Context,
  routes: PolicyRoutes,
): Promise<ApiReply | Failure> {
  const policy = writablePolicy(request, context, routes)
  if (isFailure(policy)) return policy
  const result = await writePolicy(request, context, routes, 'archive', policy, {
    ...policy,
    status: 'archived',
    updatedAt: new Date(context.clock.now()).toISOString(),
  })
  return isFailure(result) ? result : { body: {} }
}

const showPolicy = (policy: FoundPolicy, context: Context, { show }: PolicyRoutes): JsonObject => {
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

const noPolicy = (
  { path }: ApiRequest,
  { noun, pathName }: Pick<PolicyRoutes, 'noun' | 'pathName'>,
): Failure => failure('not_found', `There is no ${noun} ${quoted(path[pathName] ?? '')}.`)

export function visiblePolicy(
  request: ApiRequest,
  context: Context,
  routes: Pick<PolicyRoutes, 'kind' | 'noun' | 'pathName'>,
): FoundPolicy | Failure {
  const found = findPolicy(context, routes.kind, request.path[routes.pathName] ?? '')
  return found !== undefined && maySee(request, found) ? found : noPolicy(request, routes)
}

/** One that concerns all workspaces is seen in each of them. */
const maySee = (request: ApiRequest, { workspace }: FoundPolicy): boolean =>
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

/** Archived policies stay as they are. */
export function writablePolicy(
  request: ApiRequest,
  context: Context,
  routes: PolicyRoutes,
): SavedPolicy | Failure {
  const found = visiblePolicy(request, context, routes)
  if (isFailure(found)) return found
  const { owner, workspace, status } = found
  if (owner === 'git' || workspace === null) return ownedByGit(routes.noun, found.name ?? found.id)
  return status === 'active' ? { ...found, workspace } : noPolicy(request, routes)
}

export async function writePolicy(
  request: ApiRequest,
  context: Context,
  routes: PolicyRoutes,
  action: string,
  before: FoundPolicy | undefined,
  after: SavedPolicy,
): Promise<ApiReply | Failure> {
  const { kind, noun } = routes
  const { type, conditions = [], group_by = [] } = after.terms
  const uncounted = uncountedToolLimit(
    type,
    [...conditions, ...group_by].map(({ key }) => key),
  )
  if (uncounted !== undefined && after.status === 'active')
    return failure('invalid_request', uncounted, { param: 'type' })
  const elsewhere = otherWorkspace(after)
  if (elsewhere !== undefined && after.status === 'active') return elsewhere
  const revision = await commitChange(context, request, {
    action,
    resource: noun,
    id: after.id,
    workspace: after.workspace,
    before: before === undefined ? null : showPolicy(before, context, routes),
    after: showPolicy(after, context, routes),
    writes: [
      {
        kind,
        id: after.id,
        value: storedPolicy(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision ?? 'absent'),
      },
    ],
  })
  if (isFailure(revision)) return revision
  const { body, ...reply } = singleReply(after, context, routes, revision)
  const diagnostics = [
    ...conditionWarnings(conditions, after.workspace, context),
    ...policyPriceWarnings(after, context),
  ]
  return { ...reply, body: { ...(body as JsonObject), diagnostics } }
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
