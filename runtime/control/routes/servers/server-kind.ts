// MCP servers or agents of the manifest and of the store, as their readers see them.
import type { Gateway } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import type { Resource } from '../../core/resource-store.ts'
import { findOfKind, type IntegrationKind } from '../../resources/integrations/integration-kind.ts'
import type { OwnedIntegration } from '../../resources/integrations/owned-integration.ts'
import type { SavedServer } from '../../resources/servers/saved-server.ts'

type Context = ReadSources

export interface ServerKind<Saved extends SavedServer> {
  /** In the store, where they are named by their slugs, and in the audit log. */
  readonly kind: string
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
  readonly read: (resource: Resource) => Saved
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
  { kind, read }: Pick<ServerKind<Saved>, 'kind' | 'read'>,
  { replica }: Pick<ControlSources, 'replica'>,
): readonly { readonly saved: Saved; readonly revision: number }[] =>
  (replica?.all(kind).toArray() ?? [])
    .map(resource => ({ saved: read(resource), revision: resource.revision }))
    .sort((left, right) => (left.saved.slug < right.saved.slug ? -1 : 1))

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
    })) ?? failure('not_found', `There is no ${kind.noun} ${quoted(name)}.`)
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
