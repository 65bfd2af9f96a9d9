// The links of clients to servers, cached while they are used: those of a session with what the store knows of it, those of modern
// clients by their own description, since a legacy server gets that once.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { SessionStore } from '../../state/session-store.ts'
import type { Ports } from '../../values/ports.ts'
import type { McpServer } from '../catalogue/mcp-server.ts'
import type { ClientFacts } from '../messages/exchange.ts'
import { connectServer } from '../upstream/connect-server.ts'
import type { EraMemory } from '../upstream/era-memory.ts'
import type { SessionPlace } from '../upstream/legacy-session.ts'
import type { McpSubject } from '../upstream/server-address.ts'
import type { ServerLink } from '../upstream/server-link.ts'

export interface McpLinks {
  /** The link of a session of a legacy client; `isNew`: no process has opened one of it at any server yet. */
  readonly ofSession: (
    session: string,
    server: McpServer,
    subject: McpSubject,
    client: ClientFacts,
    isNew?: boolean,
  ) => ServerLink
  /** A link that requests of one modern client share. */
  readonly shared: (server: McpServer, subject: McpSubject, client: ClientFacts) => ServerLink
  /** A link for one request, which closes it. */
  readonly own: (server: McpServer, subject: McpSubject, client: ClientFacts) => ServerLink
  /** Ends what a session has opened. */
  readonly closeSession: (session: string, servers: readonly McpServer[]) => void
}

export interface LinkParts {
  readonly eras: EraMemory
  readonly sessions: SessionStore
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId' | 'hash'>
}

const MAX_LINKS = 20_000
/** Sessions of servers outlive those of clients: who finds none opens another. */
const PLACE_SECONDS = 86_400

interface Kept {
  readonly server: McpServer
  readonly link: ServerLink
}

export function createMcpLinks({ eras, sessions, ports }: LinkParts): McpLinks {
  const links = new Map<string, Kept>()
  const connect = (
    server: McpServer,
    subject: McpSubject,
    client: ClientFacts,
    place: SessionPlace,
    isLegacyClient = false,
  ): ServerLink =>
    connectServer({ address: server.address, subject, ports, eras, client, place, isLegacyClient })

  /** A server that was changed is connected to again. */
  const keep = (key: string, server: McpServer, create: () => ServerLink, isOwner: boolean): ServerLink => {
    const kept = links.get(key)
    const link = kept?.server.address === server.address ? kept.link : create()
    links.delete(key)
    links.set(key, { server, link })
    for (const [oldest, { link: idle }] of links) {
      if (links.size <= MAX_LINKS) break
      links.delete(oldest)
      if (isOwner) void idle.close()
    }
    return link
  }
  const sessionKey = (session: string, { slug }: McpServer): string => `mcp:up:${session}:${slug}`
  return {
    ofSession: (session, server, subject, client, isNew = false) => {
      const key = sessionKey(session, server)
      let mayBeStored = !isNew
      return keep(
        key,
        server,
        () =>
          connect(
            server,
            subject,
            client,
            {
              load: () => {
                const isLookedUp = mayBeStored
                mayBeStored = true
                return isLookedUp ? sessions.get(key) : undefined
              },
              save: text => sessions.set(key, text, PLACE_SECONDS),
              remove: () => sessions.remove(key),
            },
            true,
          ),
        false,
      )
    },
    shared: (server, subject, client) => {
      const { info, capabilities } = client
      const says = ports.hash(canonicalJson([info ?? null, capabilities]))
      const key = `${server.slug} ${subject.key} ${subject.user ?? ''} ${subject.actsAsUser} ${says}`
      return keep(key, server, () => connect(server, subject, client, placeInMemory()), true)
    },
    own: (server, subject, client) => connect(server, subject, client, placeInMemory()),
    closeSession: (session, servers) => {
      for (const server of servers) {
        const key = sessionKey(session, server)
        const kept = links.get(key)
        links.delete(key)
        void kept?.link.close()
      }
    },
  }
}

function placeInMemory(): SessionPlace {
  let kept: string | undefined
  return {
    load: () => kept,
    save: text => {
      kept = text
    },
    remove: () => {
      kept = undefined
    },
  }
}
