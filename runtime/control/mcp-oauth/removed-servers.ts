// Servers that are removed from the manifest, or move to another address there, end the connections of people to them. What a gateway served last is
// in the store, so that a restart notices too; gateways are distinguished by their URLs, which people were sent to.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import type { Ports } from '../../values/ports.ts'
import { auditWrite } from '../core/commit-change.ts'
import type { Replica } from '../core/replica.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import type { Sealing } from '../core/sealing/sealing.ts'
import { StoreError } from '../core/store-error.ts'
import type { McpOAuthSources } from './call-authority.ts'
import { endConnections } from './end-connections.ts'
import type { OAuthServer } from './oauth-server.ts'
import { CONNECTIONS_TO_SERVER, MCP_CONNECTION, MCP_SERVED } from './saved-connection.ts'

export interface RemovedServersParts extends Required<McpOAuthSources> {
  readonly store: ResourceStore
  readonly replica: Replica
  readonly sealing: Sealing | undefined
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
}

/** Who ends them, for the audit log. */
const GATEWAY = { principal: { id: 'gateway', type: 'process' }, method: 'LOAD', uri: 'mcp.servers' }

/** Ends what the gateway served with accounts of people and serves no longer; the next bundle tries a store again that is unavailable. */
export async function endRemovedServers(parts: RemovedServersParts, gateway: Gateway): Promise<void> {
  try {
    await endRemoved(parts, gateway)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}

async function endRemoved(parts: RemovedServersParts, gateway: Gateway): Promise<void> {
  const { publicUrl, mcp } = gateway
  const { store, ports, replica } = parts
  if (publicUrl === undefined) return
  const id = ports.hash(publicUrl)
  const served = Object.fromEntries(
    Object.entries(mcp?.servers ?? {}).flatMap(([slug, { url, auth }]) =>
      auth?.kind === 'user'
        ? [[slug, { url, ...(auth.issuer !== undefined && { issuer: auth.issuer }) }]]
        : [],
    ),
  )
  const found = await store.read(MCP_SERVED, id)
  const before = asObject(found?.value['servers'])
  if (JSON.stringify(before) === JSON.stringify(served)) return
  for (const [slug, value] of Object.entries(before)) {
    const { url: address, issuer } = asObject(value)
    const url = asText(address) ?? ''
    if (served[slug]?.url === url) continue
    // The operator had named it, so it is called as it was before.
    const removed = removedServer(slug, url, asText(issuer), gateway)
    const mcpOAuth = { ...parts.mcpOAuth, server: () => removed }
    const ended = endConnections(
      { ...parts, mcpOAuth },
      CONNECTIONS_TO_SERVER,
      [slug],
      saved => saved.url === url,
    )
    if (ended.writes.length === 0) continue
    const entry = {
      action: 'revoke',
      resource: MCP_CONNECTION,
      id: slug,
      workspace: null,
      before: { server: slug, url, connections: ended.writes.length },
      after: null,
    } as const
    await store.commit({ writes: [...ended.writes, auditWrite(ports, GATEWAY, entry)] })
    await replica.look()
    void ended.revoke()
  }
  const value = { url: publicUrl, servers: served }
  // Of two processes that load a manifest at once, one records it.
  await store.commit({ writes: [{ kind: MCP_SERVED, id, value, expects: found?.revision ?? 'absent' }] })
}

const removedServer = (
  slug: string,
  url: string,
  issuer: string | undefined,
  { trustedHosts }: Gateway,
): OAuthServer => ({
  slug,
  url,
  author: 'operator',
  plainHosts: trustedHosts,
  issuer,
  tokenUrl: undefined,
  clientId: undefined,
  hasSecret: false,
  clientSecret: () => undefined,
  scopes: [],
})
