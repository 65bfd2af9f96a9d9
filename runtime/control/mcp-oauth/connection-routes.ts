// The routes of connections: people see and revoke their own, managers of the people of a workspace those of all in it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { failure, isFailure, quoted } from '../../values/failures.ts'
import { findMembership, USER } from '../access/members/model.ts'
import type { ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../core/control-sources.ts'
import { pageOf } from '../core/pages.ts'
import { actsFor, mayIn, mayOrganise } from '../core/principal.ts'
import { MCP_SERVERS } from '../resources/mcp/server-routes.ts'
import { workspaceOfList } from '../resources/saved-resource.ts'
import type { McpOAuthSources } from './call-authority.ts'
import { shownConnection } from './connection-store.ts'
import { revokeConnection } from './end-connections.ts'
import {
  CONNECTIONS_OF_PERSON,
  CONNECTIONS_TO_SERVER,
  connectionId,
  connectionOf,
  type FoundConnection,
  MCP_CONNECTION,
  openTokens,
  type SavedConnection,
} from './saved-connection.ts'

type Context = WriteSources & Pick<ControlSources, 'sealing'> & McpOAuthSources

/** Who may do this may act on any person of a workspace. */
const MANAGES = 'workspace_users.update'

export const connectionHandlers = {
  listMcpConnections: MCP_SERVERS.visible(({ saved: { slug } }, request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const user = request.query['user_id']
    const { replica } = context
    const found =
      typeof user === 'string'
        ? replica?.find(CONNECTIONS_OF_PERSON, user)
        : replica?.find(CONNECTIONS_TO_SERVER, slug)
    const connections = (found ?? [])
      .map(resource => ({ saved: connectionOf(resource), resource }))
      .filter(
        ({ saved }) =>
          saved.server === slug &&
          (workspace === undefined || isMember(saved.user, workspace, context)) &&
          mayActOn(request, saved, context),
      )
    const page = pageOf(connections, request)
    const last = page.at(-1)
    return {
      body: {
        data: page.map(each => showConnection(each, context)),
        total: connections.length,
        has_more: last !== undefined && last !== connections.at(-1),
      },
    }
  }),
  deleteMcpConnection: MCP_SERVERS.visible(async ({ saved: { slug } }, request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const user = request.query['user_id'] ?? request.principal.user
    if (typeof user !== 'string')
      return failure('invalid_request', 'user_id is needed: the key is not that of a person.', {
        param: 'user_id',
      })
    const id = connectionId(slug, user, context.hash)
    const resource = await context.store?.read(MCP_CONNECTION, id)
    const saved = resource && connectionOf(resource)
    // What the caller may not act on does not exist for it.
    if (
      resource === undefined ||
      saved === undefined ||
      !mayActOn(request, saved, context) ||
      (workspace !== undefined && !isMember(saved.user, workspace, context))
    )
      return failure('not_found', `${quoted(user)} has no connection to the MCP server ${quoted(slug)}.`)
    const revision = await commitChange(context, request, {
      action: 'revoke',
      resource: MCP_CONNECTION,
      id: `${slug}/${user}`,
      workspace: saved.workspace,
      before: shownConnection(saved),
      after: null,
      writes: [{ kind: MCP_CONNECTION, id, value: undefined }],
    })
    if (isFailure(revision)) return revision
    // Also at the authorization server, if it can be reached; here the connection is deleted either way.
    await revokeConnection({ saved, resource }, context.mcpOAuth?.server(saved.server), context)
    return { body: { success: true } }
  }),
} satisfies SomeHandlers<Context>

/**
 * The person, and managers of the people of the organisation, or of a workspace in which the person is now; the workspace of their
 * calls does not matter.
 */
const mayActOn = ({ principal }: ApiRequest, { user }: SavedConnection, context: Context): boolean =>
  actsFor(principal, user) ||
  mayOrganise(principal, MANAGES) ||
  principal.workspaces
    .keys()
    .some(workspace => mayIn(principal, MANAGES, workspace) && isMember(user, workspace, context))

/** People of the store are members by their memberships there; others were admitted by a token, which named the workspace of their last call. */
function isMember(user: string, workspace: string, { replica }: Context): boolean {
  return replica?.get(USER, user) === undefined
    ? calledIn(user, replica).has(workspace)
    : findMembership(replica, workspace, user) !== undefined
}

const calledIn = (user: string, replica: Context['replica']): ReadonlySet<string> =>
  new Set(
    (replica?.find(CONNECTIONS_OF_PERSON, user) ?? []).map(resource => connectionOf(resource).workspace),
  )

function showConnection({ saved, resource }: FoundConnection, { sealing, mcpOAuth }: Context): JsonObject {
  const server = mcpOAuth?.server(saved.server)
  return {
    user_id: saved.user,
    connected:
      openTokens(resource, sealing) !== undefined && (server === undefined || server.url === saved.url),
    created_at: saved.createdAt,
    last_updated_at: saved.updatedAt,
  }
}
