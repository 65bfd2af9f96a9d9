// The connections of people, as calls use them: found in memory or, where another process has just made one, in the store.
import type { Json } from '../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { auditWrite } from '../api/commit-change.ts'
import type { Replica } from '../replica.ts'
import type { Resource, ResourceStore } from '../resource-store.ts'
import type { Sealing } from '../secrets/sealing.ts'
import {
  type ConnectionTokens,
  connectionId,
  connectionOf,
  type FoundConnection,
  MCP_CONNECTION,
  type SavedConnection,
  toStoredConnection,
} from './saved-connection.ts'

export interface ConnectionStore {
  readonly find: (server: string, user: string) => Promise<FoundConnection | undefined>
  /** Reads the store itself: somebody else may just have changed it. */
  readonly reread: (server: string, user: string) => Promise<FoundConnection | undefined>
  /** Saves a connection; `before`: what it replaces, which must be unchanged; `any` replaces whatever there is. */
  readonly save: (
    saved: SavedConnection,
    tokens: ConnectionTokens,
    before: Resource | 'any',
    action: 'connect' | 'refresh',
  ) => Promise<boolean | Failure>
  readonly drop: (found: FoundConnection) => Promise<void>
}

export interface ConnectionStoreParts {
  readonly store: ResourceStore
  readonly replica: Replica
  readonly sealing: Sealing | undefined
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
}

/** What readers of the audit log see: no token. */
export const shownConnection = ({ server, user, url, issuer, scope }: SavedConnection): Json => ({
  server,
  user,
  url,
  issuer,
  scope: scope ?? null,
})

export function createConnectionStore({
  store,
  replica,
  sealing,
  ports,
}: ConnectionStoreParts): ConnectionStore {
  const toFound = (resource: Resource | undefined): FoundConnection | undefined =>
    resource && { saved: connectionOf(resource), resource }
  const idOf = (server: string, user: string): string => connectionId(server, user, ports.hash)
  const reread = async (server: string, user: string): Promise<FoundConnection | undefined> =>
    toFound(await store.read(MCP_CONNECTION, idOf(server, user)))
  return {
    reread,
    find: async (server, user) =>
      toFound(replica.get(MCP_CONNECTION, idOf(server, user))) ?? (await reread(server, user)),
    save: async (saved, tokens, before, action) => {
      const id = idOf(saved.server, saved.user)
      const value = toStoredConnection(id, saved, tokens, sealing)
      if (isFailure(value)) return value
      const write = {
        kind: MCP_CONNECTION,
        id,
        value,
        ...(before !== 'any' && { expects: before.revision }),
      }
      const changer = { principal: { id: saved.user, type: 'person' }, method: 'GET', uri: '/mcp/callback' }
      const entry = {
        action,
        resource: MCP_CONNECTION,
        id: `${saved.server}/${saved.user}`,
        workspace: null,
        before: null,
        after: shownConnection(saved),
      }
      // A token that is renewed every hour is no change of who may do what.
      const audit = action === 'connect' ? [auditWrite(ports, changer, entry)] : []
      const { conflict } = await store.commit({ writes: [write, ...audit] })
      await replica.look()
      return conflict === undefined
    },
    drop: async ({ resource }) => {
      const write = { kind: MCP_CONNECTION, id: resource.id, value: undefined, expects: resource.revision }
      await store.commit({ writes: [write] })
      await replica.look()
    },
  }
}
