// What the routes of MCP servers and of agents do alike: they are listed, made, changed and deleted, and people are let in. Those of the
// manifest are shown beside them.

import type { UserAccess, UserAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { personReferenceFault } from '../../access/members/person-reference.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { listedBy } from '../../core/listing.ts'
import type { Resource, ResourceWrite } from '../../core/resource-store.ts'
import type { StoredForm } from '../../core/stored-form.ts'
import {
  findOfKind,
  hasAccess,
  type IntegrationKind,
  type OwnedIntegration,
} from '../integrations/owned-integration.ts'
import { alreadyExists, isDefinedByGit, linkResource, nowOf, type SavedResource } from '../saved-resource.ts'
import type { SavedServer } from './model.ts'

/** What is different for each kind. */
export interface ServerKind<Saved extends SavedServer> {
  /** In the store they are named by their slugs; the audit log calls them by their kind. */
  readonly form: StoredForm<Saved>
  /** `MCP server`. */
  readonly noun: string
  /** What replies name it. */
  readonly object: string
  /** The parameter of paths. */
  readonly parameter: string
  /** The paths at which they are served: `/mcp/`. */
  readonly servedAt: string
  /** The property that names its integration. */
  readonly integrationProperty: string
  readonly integrations: IntegrationKind<OwnedIntegration>
  /** The servers of the manifest by their slugs, with the workspaces that may use them; undefined: all. */
  readonly ofManifest: (gateway: Gateway) => Manifest
  /** A new one, with what only its kind has. */
  readonly plan: (facts: SavedServer) => Saved
  /** The parts with separate routes, besides the people who may use it. */
  readonly showApart: (saved: Saved) => JsonObject
  /** What is deleted with it. */
  readonly removedWith: (saved: Saved, context: WriteSources) => readonly ResourceWrite[]
}

type Manifest = Readonly<Record<string, { readonly workspaces?: readonly string[] }>>

const integrationsOf = ({ value }: Resource): readonly string[] => [asText(value['integration']) ?? '']
const workspaceOf = ({ value }: Resource): readonly string[] => [asText(value['workspace']) ?? '']

/** The slugs of the servers of a kind that use an integration. */
export const serversUsing = (
  kind: string,
  integration: string,
  { replica }: Pick<ControlSources, 'replica'>,
): readonly string[] =>
  (replica?.find({ kind, valuesOf: integrationsOf }, integration) ?? []).map(({ id }) => id)

const serverResource = <Saved extends SavedServer, Context extends WriteSources>(
  kind: ServerKind<Saved>,
): SavedResource<Saved, Context> => ({
  form: kind.form,
  noun: kind.noun,
  recordedAs: kind.form.kind,
  parameter: kind.parameter,
  own: context =>
    Object.keys(kind.ofManifest(context.gateway)).map(slug => ({
      saved: kind.plan(serverOfManifest(kind, slug, context)),
      revision: undefined,
    })),
  stored: listedBy({ kind: kind.form.kind }, { kind: kind.form.kind, valuesOf: workspaceOf }),
  named: saved => saved,
  searched: ({ name }) => name,
  filters: { id: ({ id, slug }, wanted) => id === wanted || slug === wanted },
  // Of those of the manifest, the ones that a workspace of the caller may use.
  sees: (request, { gateway }) => {
    const own = [...request.principal.workspaces.keys()].filter(request.may)
    const manifest = kind.ofManifest(gateway)
    return ({ slug, workspace }) =>
      workspace === ''
        ? request.mayOrganise ||
          manifest[slug]?.workspaces === undefined ||
          own.some(each => isUsedIn(manifest, slug, each))
        : request.may(workspace)
  },
  changeFault: saved => (isDefinedByGit(saved) ? ownedByGit(kind.noun, saved.slug) : undefined),
  isIn: ({ slug, workspace }, wanted, { gateway }) =>
    workspace === '' ? isUsedIn(kind.ofManifest(gateway), slug, wanted) : workspace === wanted,
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  show: (saved, context) => showServer(kind, saved, context),
  showApart: saved => ({
    users: saved.users,
    default_user_access: saved.defaultUserAccess,
    ...kind.showApart(saved),
  }),
  besides: (context, before, after) =>
    before === undefined || after !== undefined ? [] : kind.removedWith(before, context),
})

const isUsedIn = (manifest: Manifest, slug: string, workspace: string): boolean =>
  manifest[slug]?.workspaces?.includes(workspace) ?? true

function serverOfManifest(
  { noun }: Pick<ServerKind<SavedServer>, 'noun'>,
  slug: string,
  { hash, loadedAt }: Pick<ControlSources, 'hash' | 'loadedAt'>,
): SavedServer {
  const time = new Date(loadedAt).toISOString()
  return {
    ...{ id: derivedUuid(hash, noun, slug), slug, name: slug, description: null, workspace: '' },
    ...{ integration: '', users: {}, defaultUserAccess: 'allow', createdAt: time, updatedAt: time },
  }
}

function showServer<Saved extends SavedServer>(
  { integrationProperty, integrations, servedAt, object }: ServerKind<Saved>,
  saved: Saved,
  context: WriteSources,
): JsonObject {
  const ofManifest = isDefinedByGit(saved)
  const integration = ofManifest ? undefined : findOfKind(integrations, context, saved.integration)
  return {
    id: saved.id,
    name: saved.name,
    slug: saved.slug,
    description: saved.description,
    ...(!ofManifest && { [integrationProperty]: integration?.saved.id ?? saved.integration }),
    url: `${context.gateway.publicUrl ?? ''}${servedAt}${saved.slug}`,
    workspace_id: ofManifest ? null : workspaceId(context, saved.workspace),
    owner: ofManifest ? 'git' : 'api',
    created_at: saved.createdAt,
    last_updated_at: saved.updatedAt,
    object,
  }
}

/** A request with such a body. */
export type With<Body> = ApiRequest & { readonly body: Body }

export interface ServerNames {
  readonly name?: string
  readonly description?: string | null
}

/** The routes of the servers of a kind. */
export function linkServerRoutes<Saved extends SavedServer, Context extends WriteSources = WriteSources>(
  kind: ServerKind<Saved>,
) {
  const routes = linkResource(serverResource<Saved, Context>(kind))
  const { create, update, writable } = routes
  return {
    ...routes,
    create: create<With<ServerBody>>((request, context) => {
      const planned = planServer(kind, request, context)
      return isFailure(planned) ? planned : kind.plan(planned)
    }),
    rename: update<With<ServerNames>>((saved, { body }, context) => {
      const { name = saved.name, description = saved.description } = body
      return { ...saved, name, description, updatedAt: nowOf(context) }
    }),
    readUserAccess: writable(({ saved, revision }) => ({ body: showUserAccess(saved), revision })),
    updateUserAccess: update<With<UserAccessUpdate>>(
      (saved, { body: { default_user_access, user_access: given = [] } }, context) => {
        const user_access = given.map(({ user_id, id = '', enabled }) => ({
          user_id: user_id ?? id,
          enabled,
        }))
        if (user_access.some(({ user_id }) => user_id === ''))
          return failure('invalid_request', 'user_id is missing.', { param: 'user_access' })
        // Who was named before stays what the list can change, also after leaving.
        const faults = user_access
          .filter(({ user_id }) => !Object.hasOwn(saved.users, user_id))
          .map(({ user_id }) => personReferenceFault(context, saved.workspace, user_id))
        return (
          faults.find(fault => fault !== undefined) ?? {
            ...saved,
            defaultUserAccess: default_user_access ?? saved.defaultUserAccess,
            users: {
              ...saved.users,
              ...Object.fromEntries(user_access.map(({ user_id, enabled }) => [user_id, enabled])),
            },
            updatedAt: nowOf(context),
          }
        )
      },
      { show: showUserAccess },
    ),
  }
}

const SLUG = /^[a-z0-9][a-z0-9_-]{2,49}$/
const MALFORMED = failure(
  'invalid_request',
  'slug must have 3 to 50 lower-case letters, digits, hyphens and underscores, and begin with a letter or digit.',
  { param: 'slug' },
)

/** With the property that names its integration. */
export interface ServerBody extends JsonObject {
  readonly name: string
  readonly slug?: string
  readonly description?: string
  readonly workspace_id?: string
}

/** Where the manifest has a slug, the manifest's counts. */
function planServer<Saved extends SavedServer>(
  kind: ServerKind<Saved>,
  request: ApiRequest & { readonly body: ServerBody },
  context: WriteSources,
): SavedServer | Failure {
  const { body } = request
  const workspace = chooseWorkspace(request, context, body.workspace_id)
  if (isFailure(workspace)) return workspace
  const slug = chooseSlug(body.name, body.slug)
  if (isFailure(slug)) return slug
  if (!SLUG.test(slug)) return MALFORMED
  if (
    Object.hasOwn(kind.ofManifest(context.gateway), slug) ||
    context.replica?.get(kind.form.kind, slug) !== undefined
  )
    return alreadyExists(kind.noun, slug)
  const named = String(body[kind.integrationProperty] ?? '')
  const integration = findOfKind(kind.integrations, context, named)
  if (integration === undefined || !hasAccess(integration.saved, workspace))
    return failure('not_found', `There is no ${kind.integrations.noun} ${quoted(named)} in this workspace.`, {
      param: kind.integrationProperty,
    })
  const time = nowOf(context)
  return {
    id: randomUuid(context.randomId()),
    slug,
    name: body.name,
    description: body.description ?? null,
    workspace,
    integration: integration.saved.slug,
    users: {},
    defaultUserAccess: 'allow',
    createdAt: time,
    updatedAt: time,
  }
}

const showUserAccess = ({
  defaultUserAccess,
  users,
}: Pick<SavedServer, 'users' | 'defaultUserAccess'>): JsonObject =>
  ({
    default_user_access: defaultUserAccess,
    user_access: Object.entries(users).map(([user_id, enabled]) => ({ user_id, enabled })),
  }) satisfies UserAccess
