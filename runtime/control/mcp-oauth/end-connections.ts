// Connections of people that end with what they were for: a server, its address, or the person. They are removed in the same transaction,
// so that nothing of this name uses them without consent later, and revoked at their authorization servers afterwards.
import type { ControlSources } from '../core/control-sources.ts'
import type { ResourceWrite } from '../core/resource-store.ts'
import type { McpOAuthSources } from './call-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import { revokeToken } from './request-tokens.ts'
import {
  type CONNECTIONS_OF_PERSON,
  connectionOf,
  type FoundConnection,
  MCP_CONNECTION,
  openTokens,
  type SavedConnection,
} from './saved-connection.ts'

type Context = Pick<ControlSources, 'replica' | 'sealing'> & McpOAuthSources

export interface EndedConnections {
  readonly writes: readonly ResourceWrite[]
  /** Revokes the tokens, once the writes are made; a token that cannot be revoked expires by itself. */
  readonly revoke: () => Promise<void>
}

/** Requests to authorization servers at a time. */
const AT_ONCE = 8

/** `index` and `values` have whose connections end. */
export function endConnections(
  context: Context,
  index: typeof CONNECTIONS_OF_PERSON,
  values: readonly string[],
  isEnded: (saved: SavedConnection) => boolean = () => true,
): EndedConnections {
  const ended = values
    .flatMap(value => context.replica?.find(index, value) ?? [])
    .map(resource => ({ saved: connectionOf(resource), resource }))
    .filter(({ saved }) => isEnded(saved))
    // Found before the change, which may take the server away.
    .map(found => ({ found, server: serverOf(found.saved, context) }))
  return {
    // Whatever a renewal saves meanwhile.
    writes: ended.map(({ found }) => ({ kind: MCP_CONNECTION, id: found.resource.id, value: undefined })),
    revoke: async () => {
      const waiting = ended.values()
      const revokeNext = async (): Promise<void> => {
        for (const { found, server } of waiting) await revokeConnection(found, server, context)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, revokeNext))
    },
  }
}

/** The server of a connection; one that is gone, or elsewhere by now, is a remote party's. */
function serverOf(saved: SavedConnection, { mcpOAuth }: McpOAuthSources): OAuthServer {
  const server = mcpOAuth?.server(saved.server)
  if (server?.url === saved.url) return server
  return {
    slug: saved.server,
    url: saved.url,
    author: 'remote',
    plainHosts: [],
    issuer: undefined,
    tokenUrl: undefined,
    clientId: undefined,
    hasSecret: false,
    clientSecret: () => undefined,
    scopes: [],
  }
}

/** Revokes the tokens of one connection, if its authorization server can be reached. */
export async function revokeConnection(
  { saved, resource }: FoundConnection,
  server: OAuthServer | undefined,
  { sealing, mcpOAuth }: Pick<Context, 'sealing' | 'mcpOAuth'>,
): Promise<void> {
  const tokens = openTokens(resource, sealing)
  if (mcpOAuth === undefined || server === undefined || tokens === undefined) return
  if (saved.revocationEndpoint === undefined) return
  const client = { id: saved.clientId, secret: tokens.clientSecret, posts: tokens.posts }
  await revokeToken(server, saved.revocationEndpoint, client, tokens.refresh ?? tokens.access, mcpOAuth.call)
}
