// What the routes of MCP servers and of agents do alike, of the manifest and of the store: they are listed, made, changed and deleted, and
// people are let in.
import type { UserAccess, UserAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { personReferenceFault } from '../../access/members/person-reference.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { allStored, type FoundInStore, type StoredForm } from '../../core/stored-form.ts'
import {
  findOfKind,
  hasAccess,
  type IntegrationKind,
  type OwnedIntegration,
} from '../integrations/owned-integration.ts'
import {
  alreadyExists,
  commitDeletion,
  noSuch,
  nowOf,
  saveResource,
  type WrittenResource,
  workspaceOfList,
} from '../saved-resource.ts'
import type { SavedServer } from './model.ts'

type Context = WriteSources

export interface ServerResource<Saved extends SavedServer> extends ServerKind<Saved> {
  readonly form: StoredForm<Saved>
  /** A new one; undefined fields are those of its kind. */
  readonly plan: (facts: SavedServer) => Saved
  /** What of it has routes of its own, for the audit log. */
  readonly showApart: (saved: Saved) => JsonObject
  /** What is deleted with it. */
  readonly removedWith: (slug: string, context: Context) => readonly ResourceWrite[]
}

/** How the servers of a kind are written. */
function writtenServer<Saved extends SavedServer>(kind: ServerResource<Saved>): WrittenResource<Saved> {
  const show = (saved: Saved, context: Context): JsonObject =>
    showServerOfKind(kind, { slug: saved.slug, workspace: saved.workspace, saved }, context)
  return {
    form: kind.form,
    noun: kind.form.kind,
    keyOf: ({ slug }) => slug,
    workspaceOf: ({ workspace }) => workspace,
    show,
    record: (saved, context) => ({
      ...show(saved, context),
      users: saved.users,
      default_user_access: saved.defaultUserAccess,
      ...kind.showApart(saved),
    }),
    recordDeleted: show,
  }
}

/** Answers a request with such a body. */
type AnswerWith<Body = unknown> = (
  request: ApiRequest & { readonly body: Body },
  context: Context,
) => Promise<ApiReply | Failure>

export interface ServerNames {
  readonly name?: string
  readonly description?: string | null
}

export interface ServerOperations<Saved extends SavedServer> {
  readonly list: AnswerWith
  readonly create: AnswerWith<ServerBody>
  readonly read: AnswerWith
  readonly update: AnswerWith<ServerNames>
  /** `besides` is written with it. */
  readonly remove: (
    request: ApiRequest,
    context: Context,
    besides?: readonly ResourceWrite[],
  ) => Promise<ApiReply | Failure>
  readonly readUserAccess: AnswerWith
  readonly updateUserAccess: AnswerWith<UserAccessUpdate>
  /** Changes a server that was saved here. */
  readonly change: (
    request: ApiRequest,
    context: Context,
    apply: (saved: Saved) => Saved | Failure,
  ) => Promise<ApiReply | Failure>
}

export function linkServerOperations<Saved extends SavedServer>(
  kind: ServerResource<Saved>,
): ServerOperations<Saved> {
  const written = writtenServer(kind)
  const change: ServerOperations<Saved>['change'] = async (request, context, apply) => {
    const found = findWritableOfKind(kind, request, context)
    if (isFailure(found)) return found
    const applied = apply(found.saved)
    if (isFailure(applied)) return applied
    const after = { ...applied, updatedAt: nowOf(context) }
    return await saveResource(written, request, context, { before: found, after })
  }
  const readUserAccess: AnswerWith = async (request, context) => {
    const found = findWritableOfKind(kind, request, context)
    return isFailure(found) ? found : { body: showUserAccess(found.saved), revision: found.revision }
  }
  return {
    list: async (request, context) => {
      const workspace = workspaceOfList(request, context)
      if (isFailure(workspace)) return workspace
      return pageReply(listServersOfKind(kind, request, context, workspace), request, each =>
        showServerOfKind(kind, each, context),
      )
    },
    create: async (request, context) => {
      const planned = planServer(kind, request, context)
      return isFailure(planned)
        ? planned
        : await saveResource(written, request, context, { before: undefined, after: kind.plan(planned) })
    },
    read: async (request, context) => {
      const found = findListedOfKind(kind, request, context)
      return isFailure(found)
        ? found
        : { body: showServerOfKind(kind, found, context), revision: found.revision }
    },
    update: async (request, context) => {
      const { name, description } = request.body
      return await change(request, context, saved => ({
        ...saved,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
      }))
    },
    remove: async (request, context, besides = []) => {
      const found = findWritableOfKind(kind, request, context)
      if (isFailure(found)) return found
      const writes = [...kind.removedWith(found.slug, context), ...besides]
      return await commitDeletion(written, request, context, found, writes)
    },
    readUserAccess,
    updateUserAccess: async (request, context) => {
      const { default_user_access, user_access = [] } = request.body
      const changed = await change(request, context, saved => {
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
          }
        )
      })
      return isFailure(changed) ? changed : await readUserAccess(request, context)
    },
    change,
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
  context: Context,
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

export interface ServerKind<Saved extends SavedServer> {
  /** In the store they are named by their slugs; the audit log calls them by their kind. */
  readonly form: Pick<StoredForm<Saved>, 'kind' | 'read'>
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
  readonly ofManifest: (
    gateway: Gateway,
  ) => Readonly<Record<string, { readonly workspaces?: readonly string[] }>>
}

export interface ListedServer<Saved extends SavedServer> {
  readonly slug: string
  /** Undefined for one of the manifest that all workspaces may use. */
  readonly workspace: string | undefined
  /** Undefined for one of the manifest. */
  readonly saved: Saved | undefined
  readonly revision: number | undefined
}

export type WritableServer<Saved extends SavedServer> = ListedServer<Saved> & { readonly saved: Saved }

/** Those of the store. */
export const savedServersOfKind = <Saved extends SavedServer>(
  { form }: Pick<ServerKind<Saved>, 'form'>,
  { replica }: Pick<ControlSources, 'replica'>,
): readonly FoundInStore<Saved>[] => allStored(form, replica, ({ slug }) => slug)

/** Of those of the manifest, the ones that a workspace of the caller may use. */
export function listServersOfKind<Saved extends SavedServer>(
  kind: ServerKind<Saved>,
  request: Pick<ApiRequest, 'may' | 'mayOrganise' | 'principal'>,
  context: Context,
  workspace?: string,
): readonly ListedServer<Saved>[] {
  const own = [...request.principal.workspaces.keys()].filter(request.may)
  const ofManifest = Object.entries(kind.ofManifest(context.gateway)).flatMap(
    ([slug, { workspaces }]): readonly ListedServer<Saved>[] => {
      const isVisible =
        request.mayOrganise || workspaces === undefined || own.some(each => workspaces.includes(each))
      const isWanted = workspace === undefined || workspaces === undefined || workspaces.includes(workspace)
      return isVisible && isWanted
        ? [{ slug, workspace: undefined, saved: undefined, revision: undefined }]
        : []
    },
  )
  const ofStore = savedServersOfKind(kind, context)
    .filter(
      ({ saved }) =>
        request.may(saved.workspace) && (workspace === undefined || saved.workspace === workspace),
    )
    .map(({ saved, revision }) => ({ slug: saved.slug, workspace: saved.workspace, saved, revision }))
  return [...ofManifest, ...ofStore]
}

const idOf = (
  { noun }: Pick<ServerKind<SavedServer>, 'noun'>,
  { slug, saved }: Pick<ListedServer<SavedServer>, 'slug' | 'saved'>,
  { hash }: Pick<ControlSources, 'hash'>,
): string => saved?.id ?? derivedUuid(hash, noun, slug)

/** The server that the path of a request names. */
export function findListedOfKind<Saved extends SavedServer>(
  kind: ServerKind<Saved>,
  request: ApiRequest,
  context: Context,
): ListedServer<Saved> | Failure {
  const name = request.path[kind.parameter] ?? ''
  return (
    findNamed(listServersOfKind(kind, request, context), name, each => ({
      id: idOf(kind, each, context),
      slug: each.slug,
    })) ?? noSuch(kind.noun, name)
  )
}

/** A server that is changed here. */
export function findWritableOfKind<Saved extends SavedServer>(
  kind: ServerKind<Saved>,
  request: ApiRequest,
  context: Context,
): WritableServer<Saved> | Failure {
  const found = findListedOfKind(kind, request, context)
  if (isFailure(found)) return found
  return found.saved === undefined ? ownedByGit(kind.noun, found.slug) : { ...found, saved: found.saved }
}

export function showServerOfKind<Saved extends SavedServer>(
  kind: ServerKind<Saved>,
  listed: Omit<ListedServer<Saved>, 'revision'>,
  context: Context,
): JsonObject {
  const { slug, saved, workspace } = listed
  const loaded = new Date(context.loadedAt).toISOString()
  const integration = saved && findOfKind(kind.integrations, context, saved.integration)
  return {
    id: idOf(kind, listed, context),
    name: saved?.name ?? slug,
    slug,
    description: saved?.description ?? null,
    ...(saved !== undefined && { [kind.integrationProperty]: integration?.saved.id ?? saved.integration }),
    url: `${context.gateway.publicUrl ?? ''}${kind.servedAt}${slug}`,
    workspace_id: workspace === undefined ? null : workspaceId(context, workspace),
    owner: saved === undefined ? 'git' : 'api',
    created_at: saved?.createdAt ?? loaded,
    last_updated_at: saved?.updatedAt ?? loaded,
    object: kind.object,
  }
}
