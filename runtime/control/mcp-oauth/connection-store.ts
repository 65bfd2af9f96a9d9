// The connections of people, as calls use them: found in memory or, where another process has just made one, in the store.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { auditWrite } from '../core/commit-change.ts'
import type { Replica } from '../core/replica.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'
import type { Sealing } from '../core/sealing/sealing.ts'
import {
  type ConnectionTokens,
  connectionId,
  connectionOf,
  type FoundConnection,
  MCP_CONNECTION,
  markOf,
  type SavedConnection,
  toStoredConnection,
  withClaim,
  withoutTokens,
} from './saved-connection.ts'

/** Tokens that a renewal has brought, and the revision of the claim under which it did. */
export interface RenewedTokens {
  readonly saved: SavedConnection
  readonly tokens: ConnectionTokens
  readonly sequence: number
}

/** Whether a write was made; otherwise what is there instead. */
export type WriteResult = { readonly revision: number } | { readonly found: FoundConnection | undefined }

export interface ConnectionStore {
  readonly find: (server: string, user: string) => Promise<FoundConnection | undefined>
  /** Reads the store itself: another process may just have changed it. */
  readonly reread: (server: string, user: string) => Promise<FoundConnection | undefined>
  /** Saves the connection of a person who has just agreed, in place of any before. */
  readonly connect: (saved: SavedConnection, tokens: ConnectionTokens) => Promise<Failure | undefined>
  /** Claims the renewal of the tokens for one process, where they are still those that were found. */
  readonly claim: (found: FoundConnection, claim: string) => Promise<WriteResult>
  /** Saves renewed tokens unless there are newer ones, or the connection was revoked. */
  readonly saveRenewed: (renewed: RenewedTokens) => Promise<WriteResult | Failure>
  /** Lets another process renew the tokens, where the claim is still that of this write. */
  readonly release: (found: FoundConnection, revision: number) => Promise<WriteResult>
  /** Removes the tokens of a grant that has ended, where they are still those of this write. */
  readonly end: (found: FoundConnection, revision: number) => Promise<WriteResult>
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
  const write = async (id: string, value: JsonObject, expects: number): Promise<WriteResult> => {
    const result = await store.commit({ writes: [{ kind: MCP_CONNECTION, id, value, expects }] })
    await replica.look()
    return result.conflict === undefined
      ? { revision: result.revision }
      : { found: toFound(result.conflict.found) }
  }
  return {
    reread,
    find: async (server, user) =>
      toFound(replica.get(MCP_CONNECTION, idOf(server, user))) ?? (await reread(server, user)),
    connect: async (saved, tokens) => {
      const id = idOf(saved.server, saved.user)
      const value = toStoredConnection(id, saved, tokens, sealing)
      if (isFailure(value)) return value
      const changer = { principal: { id: saved.user, type: 'person' }, method: 'GET', uri: '/mcp/callback' }
      const entry = {
        action: 'connect',
        resource: MCP_CONNECTION,
        id: `${saved.server}/${saved.user}`,
        workspace: null,
        before: null,
        after: shownConnection(saved),
      } as const
      await store.commit({
        writes: [{ kind: MCP_CONNECTION, id, value }, auditWrite(ports, changer, entry)],
      })
      await replica.look()
      return undefined
    },
    claim: ({ resource }, claim) => write(resource.id, withClaim(resource, claim), resource.revision),
    // A token that is renewed every hour does not change who may do what: the audit log does not list it.
    saveRenewed: async ({ saved, tokens, sequence }) => {
      const id = idOf(saved.server, saved.user)
      const value = toStoredConnection(id, saved, tokens, sealing, sequence)
      if (isFailure(value)) return value
      // As a rule no other process has written since the claim.
      let result = await write(id, value, sequence)
      while ('found' in result) {
        const { found } = result
        if (found === undefined || markOf(found.resource).sequence >= sequence) return result
        result = await write(id, value, found.resource.revision)
      }
      return result
    },
    release: ({ resource }, revision) => write(resource.id, withClaim(resource, undefined), revision),
    end: ({ resource }, revision) => write(resource.id, withoutTokens(resource), revision),
  }
}
