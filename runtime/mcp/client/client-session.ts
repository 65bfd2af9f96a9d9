// The session of a legacy client, as the store has it: any runtime can serve its next request. Its identifier is worth nothing
// without the key that opened it.
import { asList, asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type SessionStore, UNREACHABLE } from '../../state/session-store.ts'
import type { Ports } from '../../values/ports.ts'
import type { ClientFacts } from '../messages/exchange.ts'

export interface ClientSession {
  readonly id: string
  readonly owner: string
  readonly client: ClientFacts & { readonly revision: string }
  /** Addresses of resources whose changes the client wants to know. */
  readonly subscriptions: readonly string[]
  /** When it was last written, in milliseconds since the epoch. */
  readonly writtenAt: number
}

export interface ClientSessions {
  readonly open: (owner: string, client: ClientSession['client']) => Promise<ClientSession>
  /** Undefined for one that does not exist, or belongs to another caller. */
  readonly find: (id: string, owner: string) => Promise<ClientSession | undefined | typeof UNREACHABLE>
  /** Changes what is stored of a session. */
  readonly change: (
    session: ClientSession,
    changes: { readonly logLevel?: string; readonly subscriptions?: readonly string[] },
  ) => Promise<void>
  readonly remove: (session: ClientSession) => Promise<void>
}

const keyOf = (id: string): string => `mcp:session:${id}`

export function createClientSessions(
  store: SessionStore,
  seconds: number,
  { clock, randomId, hash }: Pick<Ports, 'clock' | 'randomId' | 'hash'>,
): ClientSessions {
  const write = async (session: ClientSession): Promise<void> => {
    const { id, ...kept } = session
    await store.set(keyOf(id), JSON.stringify({ ...kept, writtenAt: clock.now() }), seconds)
  }
  const sessions: ClientSessions = {
    open: async (owner, client) => {
      const session = {
        id: randomId(),
        owner: hash(owner),
        client,
        subscriptions: [],
        writtenAt: clock.now(),
      }
      await write(session)
      return session
    },
    find: async (id, owner) => {
      if (!/^[0-9a-f]{32}$/.test(id)) return undefined
      const text = await store.get(keyOf(id))
      if (text === UNREACHABLE) return text
      const session = text === undefined ? undefined : readClientSession(id, asObject(parseJson(text)))
      if (session === undefined || session.owner !== hash(owner)) return undefined
      // Used sessions live on; not every request is a write.
      if (clock.now() - session.writtenAt > (seconds * 1000) / 4) await write(session)
      return session
    },
    change: async (session, { logLevel, subscriptions }) => {
      const { client } = session
      await write({
        ...session,
        ...(logLevel !== undefined && { client: { ...client, logLevel } }),
        ...(subscriptions !== undefined && { subscriptions }),
      })
    },
    remove: async ({ id }) => await store.remove(keyOf(id)),
  }
  return sessions
}

function readClientSession(id: string, kept: JsonObject): ClientSession | undefined {
  const client = asObject(kept['client'])
  const owner = asText(kept['owner'])
  const revision = asText(client['revision'])
  if (owner === undefined || revision === undefined) return undefined
  return {
    id,
    owner,
    client: {
      revision,
      info: client['info'] === undefined ? undefined : asObject(client['info']),
      capabilities: asObject(client['capabilities']),
      logLevel: asText(client['logLevel']),
    },
    subscriptions: asList(kept['subscriptions']).filter(uri => typeof uri === 'string'),
    writtenAt: typeof kept['writtenAt'] === 'number' ? kept['writtenAt'] : 0,
  }
}
