// OAuth towards MCP servers, of a process: one state for all bundles, so that a new one ends no connection and no token.
import type { Gateway, PlanMcpAuth } from '../../../schemas/generated/types.ts'
import type { AuthOfServer } from '../../mcp/catalogue/link-servers.ts'
import type { McpUpstreamAuth } from '../../mcp/upstream/server-address.ts'
import { failure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { ReadHeaderSecret } from '../../values/server-headers.ts'
import type { Replica } from '../core/replica.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import type { Sealing } from '../core/sealing/sealing.ts'
import { type CallAuthority, linkAuthorityCalls } from './call-authority.ts'
import { type ConnectPages, linkConnectPages } from './connect-flow.ts'
import { type ConnectionStore, createConnectionStore } from './connection-store.ts'
import { type FlowStore, openFlowStore } from './flow-store.ts'
import type { FindOAuthServer, OAuthServer } from './oauth-server.ts'
import { createRefusalReports } from './report-refusals.ts'
import { createServiceAuth } from './service-auth.ts'
import { createUserAuth } from './user-auth.ts'

export interface McpOAuth {
  /** What authenticates to the servers of a bundle. */
  readonly authOf: (gateway: Gateway) => AuthOfServer
  /** The same for servers that were saved by API, whose hosts are those of callers. */
  readonly savedAuthOf: (gateway: Gateway) => AuthOfServer
  /** The pages of people; absent if no accounts can be connected. */
  readonly pagesOf: (gateway: Gateway, server: FindOAuthServer) => ConnectPages | undefined
  /** Ends connections to servers that the gateway served before this bundle; loaded where people can connect accounts. */
  readonly endLeft: (gateway: Gateway) => void
  /** The server of a connection, for revoking it. */
  readonly server: FindOAuthServer
  readonly call: CallAuthority
  /** Absent without a store. */
  readonly connections: ConnectionStore | undefined
}

export interface McpOAuthParts {
  readonly store: ResourceStore | undefined
  readonly replica: Replica | undefined
  readonly sealing: Sealing | undefined
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId' | 'hash'>
  readonly writeLog: (level: 'error', message: string) => void
}

export function openMcpOAuth({ store, replica, sealing, ports, writeLog }: McpOAuthParts): McpOAuth {
  const { clock, randomId } = ports
  const call = linkAuthorityCalls(ports)
  const report = createRefusalReports(clock, writeLog)
  const connections = store && replica && createConnectionStore({ store, replica, sealing, ports })
  const flows: FlowStore | undefined = store && openFlowStore(store, ports)
  // Servers are known by what they are, so that those of an earlier bundle go on as long as nothing of them has changed.
  const servers = new Map<string, OAuthServer>()
  const opened = new Map<string, { readonly is: string; readonly auth: McpUpstreamAuth }>()

  const link = (
    slug: string,
    url: string,
    plan: PlanMcpAuth,
    gateway: Gateway,
    author: ServerAuthor,
    readSecret: ReadHeaderSecret,
  ) => {
    const server = toServer(slug, url, plan, author, readSecret)
    servers.set(slug, server)
    const { publicUrl } = gateway
    if (plan.kind === 'client_credentials') return createServiceAuth(server, { call, clock, report })
    if (connections === undefined || flows === undefined || publicUrl === undefined) return UNCONNECTABLE
    return createUserAuth(server, { connections, flows, sealing, publicUrl, call, clock, randomId, report })
  }
  const authBy =
    (gateway: Gateway, author: ServerAuthor): AuthOfServer =>
    (slug, { url, auth }, readSecret) => {
      if (auth === undefined) {
        servers.delete(slug)
        opened.delete(slug)
        return undefined
      }
      const is = JSON.stringify([url, auth, gateway.publicUrl, author])
      const known = opened.get(slug)
      const made = link(slug, url, auth, gateway, author, readSecret)
      if (known?.is === is && auth.kind === 'user') return known.auth
      opened.set(slug, { is, auth: made })
      return made
    }
  return {
    call,
    connections,
    endLeft: gateway => {
      if (store === undefined || replica === undefined || gateway.publicUrl === undefined) return
      const parts = { store, replica, sealing, ports, mcpOAuth: { call, server: () => undefined } }
      void import('./removed-servers.ts').then(({ endRemovedServers }) => endRemovedServers(parts, gateway))
    },
    server: slug => servers.get(slug),
    authOf: gateway => authBy(gateway, { author: 'operator', plainHosts: gateway.trustedHosts }),
    savedAuthOf: gateway => authBy(gateway, { author: 'caller', plainHosts: gateway.callerHosts ?? [] }),
    pagesOf: ({ publicUrl }, server) =>
      publicUrl !== undefined && store !== undefined && connections !== undefined && flows !== undefined
        ? linkConnectPages({
            publicUrl,
            store,
            sealing,
            hash: ports.hash,
            call,
            flows,
            connections,
            server,
            report,
            ports,
          })
        : undefined,
  }
}

/** Who has named a server, and the hosts that they may have called over http. */
type ServerAuthor = Pick<OAuthServer, 'author' | 'plainHosts'>

const UNCONNECTABLE: McpUpstreamAuth = {
  perSubject: true,
  headers: () =>
    failure(
      'connection_required',
      'Accounts of people need "public_url" and "store" in the manifest of the gateway.',
    ),
}

function toServer(
  slug: string,
  url: string,
  { issuer, tokenUrl, clientId, secret, scopes }: PlanMcpAuth,
  author: ServerAuthor,
  readSecret: ReadHeaderSecret,
): OAuthServer {
  return {
    slug,
    url,
    ...author,
    issuer,
    tokenUrl,
    clientId,
    hasSecret: secret !== undefined,
    clientSecret: () => (secret === undefined ? undefined : readSecret(secret)),
    scopes,
  }
}
