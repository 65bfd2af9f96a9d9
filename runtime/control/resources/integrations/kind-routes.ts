// Integrations of one kind as their routes list, make, change and delete them, and give workspaces access; each change is in the audit log.

import type { WorkspaceAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseOwner, chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { type FoundIntegration, INTEGRATION_KIND } from './model.ts'
import {
  allOfKind,
  type FoundOfKind,
  findOfKind,
  findVisibleOfKind,
  hasAccess,
  type IntegrationKind,
  isVisibleTo,
  type OwnedIntegration,
} from './owned-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

export interface IntegrationWrites<Saved extends OwnedIntegration> extends IntegrationKind<Saved> {
  readonly toStored: (saved: Saved) => JsonObject
  /** What readers see: never a secret. */
  readonly show: (saved: Saved, context: Context) => JsonObject
  /** The same with what has routes of its own, for the audit log. */
  readonly showWhole: (saved: Saved, context: Context) => JsonObject
  /** What uses it, such as `the server "issues"`; undefined for nothing. */
  readonly userOf: (slug: string, context: Context) => string | undefined
  /** What is written with each change; `after` is undefined where it is deleted. */
  readonly besides?: (
    context: Context,
    before: Saved | undefined,
    after: Saved | undefined,
  ) => Promise<readonly ResourceWrite[]>
}

export const nowOf = ({ clock }: Pick<ControlSources, 'clock'>): string => new Date(clock.now()).toISOString()

export function listOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
): ApiReply | Failure {
  const named = request.query['workspace_id']
  const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
  if (isFailure(workspace)) return workspace
  const visible = allOfKind(kind, context).filter(
    ({ saved }) => isVisibleTo(request, saved) && (workspace === undefined || hasAccess(saved, workspace)),
  )
  return pageReply(visible, request, ({ saved }) => kind.show(saved, context))
}

export function readOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
): ApiReply | Failure {
  const found = findRequestedOfKind(kind, request, context)
  return isFailure(found) ? found : { body: kind.show(found.saved, context), revision: found.revision }
}

/** A new one: of a workspace, or with `null` of the organisation, which then gives workspaces access. */
export function planNewOfKind(
  kind: IntegrationKind<OwnedIntegration>,
  request: ApiRequest,
  context: Context,
  body: {
    readonly name: string
    readonly slug?: string | undefined
    readonly description?: string | null | undefined
    readonly workspace_id?: string | null | undefined
  },
): OwnedIntegration | Failure {
  const workspace = chooseOwner(request, context, body.workspace_id)
  if (workspace !== null && isFailure(workspace)) return workspace
  const slug = chooseSlug(body.name, body.slug)
  if (isFailure(slug)) return slug
  if (findOfKind(kind, context, slug) !== undefined)
    return failure('conflict', `The ${kind.noun} ${quoted(slug)} exists already.`, { param: 'slug' })
  const time = nowOf(context)
  return {
    id: randomUuid(context.randomId()),
    slug,
    name: body.name,
    description: body.description ?? null,
    workspace: workspace ?? '',
    access: {},
    globalAccess: false,
    createdAt: time,
    updatedAt: time,
  }
}

/** `others` is written with it. */
export async function commitOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
  before: FoundOfKind<Saved> | undefined,
  after: Saved,
  others: readonly ResourceWrite[] = [],
): Promise<ApiReply | Failure> {
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: kind.kind,
    id: after.slug,
    workspace: after.workspace === '' ? null : after.workspace,
    before: before === undefined ? null : kind.showWhole(before.saved, context),
    after: kind.showWhole(after, context),
    writes: [
      {
        kind: kind.kind,
        id: after.slug,
        value: kind.toStored(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
      ...others,
      ...((await kind.besides?.(context, before?.saved, after)) ?? []),
    ],
  })
  return isFailure(revision) ? revision : { body: kind.show(after, context), revision }
}

/** Deletes the one that the path names, unless something uses it. */
export async function deleteOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
): Promise<ApiReply | Failure> {
  const found = findOwnedOfKind(kind, request, context)
  if (isFailure(found)) return found
  const { slug } = found.saved
  const user = kind.userOf(slug, context)
  if (user !== undefined) return failure('conflict', `The ${kind.noun} ${quoted(slug)} is used by ${user}.`)
  return await removeOfKind(kind, request, context, found)
}

export async function removeOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
  { saved, revision: read }: FoundOfKind<Saved>,
): Promise<ApiReply | Failure> {
  const revision = await commitChange(context, request, {
    action: 'delete',
    resource: kind.kind,
    id: saved.slug,
    workspace: saved.workspace === '' ? null : saved.workspace,
    before: kind.show(saved, context),
    after: null,
    writes: [
      { kind: kind.kind, id: saved.slug, value: undefined, expects: request.expects ?? read },
      ...((await kind.besides?.(context, saved, undefined)) ?? []),
    ],
  })
  return isFailure(revision) ? revision : { body: {} }
}

type Sources = Pick<ControlSources, 'replica'>

/** The integration that the path of a request names, for callers who may see it. */
export const findRequestedOfKind = <Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: ApiRequest,
  context: Sources,
): FoundOfKind<Saved> | Failure =>
  findVisibleOfKind(kind, request, context, request.path[kind.parameter] ?? '')

/** The same for callers who may change it. */
export function findOwnedOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: ApiRequest,
  context: Sources,
): FoundOfKind<Saved> | Failure {
  const found = findRequestedOfKind(kind, request, context)
  if (isFailure(found)) return found
  const { workspace, slug } = found.saved
  const owns = workspace === '' ? request.mayOrganise : request.may(workspace)
  return owns ? found : failure('forbidden', `The ${kind.noun} ${quoted(slug)} belongs to the organisation.`)
}

/** The integration that the path of a request names, for whoever may see it. */
export const findRequestedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findRequestedOfKind(INTEGRATION_KIND, request, context)

/** The same for whoever may change it. */
export const findOwnedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findOwnedOfKind(INTEGRATION_KIND, request, context)

export function readAccessOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
): ApiReply | Failure {
  const found = findRequestedOfKind(kind, request, context)
  return isFailure(found)
    ? found
    : { body: showAccess(request, found.saved, context), revision: found.revision }
}

export async function updateAccessOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest & { readonly body: WorkspaceAccessUpdate },
  context: Context,
): Promise<ApiReply | Failure> {
  const found = findOwnedOfKind(kind, request, context)
  if (isFailure(found)) return found
  if (found.saved.workspace !== '')
    return failure('invalid_request', `The ${kind.noun} belongs to one workspace, so no other has access.`)
  const { body } = request
  const access: Record<string, boolean> =
    body.override_existing_workspace_access === true ? {} : { ...found.saved.access }
  for (const { id, enabled } of body.workspaces ?? []) {
    const slug = findWorkspace(context, id)?.workspace.slug
    if (slug === undefined)
      return failure('not_found', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
    access[slug] = enabled
  }
  const after: Saved = {
    ...found.saved,
    access,
    globalAccess: body.global_workspace_access?.enabled ?? found.saved.globalAccess,
    updatedAt: nowOf(context),
  }
  const result = await commitOfKind(kind, request, context, found, after)
  return isFailure(result) ? result : { ...result, body: showAccess(request, after, context) }
}

const showAccess = (request: ApiRequest, saved: OwnedIntegration, context: Context): JsonObject => ({
  global_workspace_access: { enabled: saved.globalAccess },
  workspaces: Object.entries(saved.workspace === '' ? saved.access : { [saved.workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ id: workspaceId(context, slug), slug, enabled })),
})
