// The MCP servers of the manifest and of the store, as their readers see them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest, ControlContext } from '../api/api-request.ts'
import { ownedByGit } from '../api/commit-change.ts'
import { workspaceId } from '../workspaces/choose-workspace.ts'
import { allMcpServers, findMcpIntegration } from './find-mcp.ts'
import type { SavedMcpServer } from './saved-mcp.ts'

export interface ListedMcpServer {
  readonly slug: string
  /** Undefined for one of the manifest that all workspaces may use. */
  readonly workspace: string | undefined
  /** Undefined for one of the manifest. */
  readonly saved: SavedMcpServer | undefined
  readonly revision: number | undefined
}

const KIND = 'MCP server'

const idOf = ({ slug, saved }: ListedMcpServer, { hash }: Pick<ControlContext, 'hash'>): string =>
  saved?.id ?? derivedUuid(hash, KIND, slug)

/** Of those of the manifest, the ones that a workspace of the caller may use. */
export function listMcpServers(
  request: Pick<ApiRequest, 'may' | 'mayOrganise' | 'principal'>,
  context: ControlContext,
  workspace?: string,
): readonly ListedMcpServer[] {
  const own = [...request.principal.workspaces.keys()].filter(request.may)
  const ofManifest = Object.entries(context.gateway.mcp?.servers ?? {}).flatMap(
    ([slug, { workspaces }]): readonly ListedMcpServer[] => {
      const isVisible =
        request.mayOrganise || workspaces === undefined || own.some(each => workspaces.includes(each))
      const isWanted = workspace === undefined || workspaces === undefined || workspaces.includes(workspace)
      return isVisible && isWanted
        ? [{ slug, workspace: undefined, saved: undefined, revision: undefined }]
        : []
    },
  )
  const ofStore = allMcpServers(context)
    .filter(
      ({ saved }) =>
        request.may(saved.workspace) && (workspace === undefined || saved.workspace === workspace),
    )
    .map(({ saved, revision }) => ({ slug: saved.slug, workspace: saved.workspace, saved, revision }))
  return [...ofManifest, ...ofStore]
}

export function findListed(request: ApiRequest, context: ControlContext): ListedMcpServer | Failure {
  const name = request.path['mcpServerId'] ?? ''
  return (
    listMcpServers(request, context).find(each => each.slug === name || idOf(each, context) === name) ??
    failure('not_found', `There is no MCP server ${quoted(name)}.`)
  )
}

/** A server that is changed here. */
export function findWritable(
  request: ApiRequest,
  context: ControlContext,
): (ListedMcpServer & { readonly saved: SavedMcpServer }) | Failure {
  const found = findListed(request, context)
  if (isFailure(found)) return found
  return found.saved === undefined ? ownedByGit(KIND, found.slug) : { ...found, saved: found.saved }
}

export function showMcpServer(listed: ListedMcpServer, context: ControlContext): JsonObject {
  const { slug, saved, workspace } = listed
  const loaded = new Date(context.loadedAt).toISOString()
  const integration = saved && findMcpIntegration(context, saved.integration)
  return {
    id: idOf(listed, context),
    name: saved?.name ?? slug,
    slug,
    description: saved?.description ?? null,
    ...(saved !== undefined && { mcp_integration_id: integration?.saved.id ?? saved.integration }),
    url: `${context.gateway.publicUrl ?? ''}/mcp/${slug}`,
    workspace_id: workspace === undefined ? null : workspaceId(context, workspace),
    owner: saved === undefined ? 'git' : 'api',
    created_at: saved?.createdAt ?? loaded,
    last_updated_at: saved?.updatedAt ?? loaded,
    object: 'mcp-server',
  }
}
