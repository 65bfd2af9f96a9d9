// Integrations of one kind, of AI providers, MCP servers or agents, as their routes list, make, change and delete them, and give workspaces access.
import type { WorkspaceAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseOwner, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { uniteLists } from '../../core/listing.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { StoredForm } from '../../core/stored-form.ts'
import { alreadyExists, nowOf, type ResourceRoutes, type SavedResource, usedBy } from '../saved-resource.ts'
import {
  accessIndex,
  findOfKind,
  hasAccess,
  type IntegrationKind,
  isVisibleTo,
  type OwnedIntegration,
  usableIn,
} from './owned-integration.ts'

export type IntegrationContext = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

/** What is different for each kind. */
interface KindOfIntegration<Saved extends OwnedIntegration, Context extends IntegrationContext>
  extends IntegrationKind<Saved>,
    Pick<SavedResource<Saved, Context>, 'form' | 'show' | 'besides'> {
  readonly form: StoredForm<Saved>
  /** The parts with separate routes, besides access. */
  readonly showApart: (saved: Saved) => JsonObject
  /** What uses it, such as `the server "issues"`; undefined for nothing. */
  readonly userOf: (slug: string, context: Context) => string | undefined
}

export const integrationResource = <
  Saved extends OwnedIntegration,
  Context extends IntegrationContext = IntegrationContext,
>({
  showApart,
  userOf,
  ...kind
}: KindOfIntegration<Saved, Context>): SavedResource<Saved, Context> => ({
  ...kind,
  recordedAs: kind.form.kind,
  stored: (find, { workspaces, request: { query } }) => ({
    lists: workspaces === undefined ? [find({ kind: kind.form.kind })] : usableInAny(find, kind, workspaces),
    meets: query['type'] === 'all' ? ['workspace_id', 'type'] : ['workspace_id'],
  }),
  seesAll: request => request.mayOrganise,
  named: saved => saved,
  sees: request => saved => isVisibleTo(request, saved),
  changeFault: ({ workspace, slug }, request) =>
    (workspace === '' ? request.mayOrganise : request.may(workspace))
      ? undefined
      : failure('forbidden', `The ${kind.noun} ${quoted(slug)} belongs to the organisation.`),
  deleteFault: ({ slug }, _request, context) => {
    const user = userOf(slug, context)
    return user === undefined ? undefined : usedBy(kind.noun, slug, user)
  },
  searched: ({ name }) => name,
  filters: {
    type: ({ workspace }, wanted) => wanted === 'all' || (workspace === '') === (wanted === 'organisation'),
  },
  isIn: hasAccess,
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => (workspace === '' ? null : workspace),
  showApart: saved => ({ access: saved.access, global_access: saved.globalAccess, ...showApart(saved) }),
})

/** Those that any of some workspaces may use, each once. */
function usableInAny(
  find: Replica['find'],
  { form }: Pick<IntegrationKind<OwnedIntegration>, 'form'>,
  workspaces: readonly string[],
): readonly (readonly Resource[])[] {
  const lists = workspaces.flatMap(each => usableIn(find, accessIndex(form.kind), each))
  return workspaces.length <= 1 ? lists : uniteLists(lists)
}

/** A new one: of a workspace, or with `null` of the organisation, which then gives workspaces access. */
export function planNewOfKind(
  kind: IntegrationKind<OwnedIntegration>,
  request: ApiRequest,
  context: WriteSources,
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
  if (findOfKind(kind, context, slug) !== undefined) return alreadyExists(kind.noun, slug)
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

const showAccess = (saved: OwnedIntegration, request: ApiRequest, context: WriteSources): JsonObject => ({
  global_workspace_access: { enabled: saved.globalAccess },
  workspaces: Object.entries(saved.workspace === '' ? saved.access : { [saved.workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ id: workspaceId(context, slug), slug, enabled })),
})

/** Whether a change of an integration of one workspace only names that workspace. */
export const repeatsOwner = (
  { workspace }: Pick<OwnedIntegration, 'workspace'>,
  { workspaces = [], global_workspace_access: global, ...body }: WorkspaceAccessUpdate,
  context: WriteSources,
): boolean =>
  global?.enabled !== true &&
  !overridesAccess(body) &&
  workspaces.every(({ id, enabled }) => enabled && findWorkspace(context, id)?.workspace.slug === workspace)

/** Portkey clients write either name. */
export const overridesAccess = ({
  override_existing_workspace_access: one,
  override_existing_workspaces_access: other = one,
}: WorkspaceAccessUpdate): boolean => other === true

/** The routes of the workspaces that have access to an integration of an MCP server or agent. */
export const linkAccess = <Saved extends OwnedIntegration, Context extends IntegrationContext>(
  { visible, update }: ResourceRoutes<Saved, Context>,
  noun: string,
) => ({
  read: visible(({ saved, revision }, request, context) => ({
    body: showAccess(saved, request, context),
    revision,
  })),
  update: update<ApiRequest & { readonly body: WorkspaceAccessUpdate }>(
    (saved, { body }, context) => {
      if (saved.workspace !== '' && !repeatsOwner(saved, body, context))
        return failure('invalid_request', `The ${noun} belongs to one workspace, so no other has access.`)
      const access: Record<string, boolean> = overridesAccess(body) ? {} : { ...saved.access }
      for (const { id, enabled } of body.workspaces ?? []) {
        const slug = findWorkspace(context, id)?.workspace.slug
        if (slug === undefined)
          return failure('not_found', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
        access[slug] = enabled
      }
      const globalAccess = body.global_workspace_access?.enabled ?? saved.globalAccess
      return { ...saved, access, globalAccess, updatedAt: nowOf(context) }
    },
    { show: showAccess },
  ),
})
