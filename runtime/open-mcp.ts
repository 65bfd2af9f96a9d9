// What a process needs to call MCP servers: links, sessions, and which definitions of tools are trusted.
import type { Gateway } from '../schemas/generated/types.ts'
import type { ServedMcp } from './control/resources/mcp/probe-server.ts'
import type { McpParts } from './link/link-context.ts'
import { type AuthOfServer, linkEntriesOf } from './mcp/catalogue/link-servers.ts'
import type { StoredMcp } from './mcp/catalogue/stored-mcp.ts'
import { createMemoryPins, heldToolMessage, type PinStore } from './mcp/catalogue/tool-pins.ts'
import { openMcpState } from './mcp/mcp-service.ts'
import type { SessionStore } from './state/session-store.ts'
import type { LookUpSecret } from './stores/secrets.ts'
import type { Ports } from './values/ports.ts'
import type { IdentifyToken } from './values/token-callers.ts'

/** What the control plane knows of servers and callers. */
export interface SavedMcpParts {
  readonly storedMcp?: StoredMcp | undefined
  readonly identifyToken?: IdentifyToken | undefined
  readonly connectPages?: McpParts['connectPages'] | undefined
}

export interface OpenedMcp {
  /** The servers of a bundle, beside those that were saved by API. */
  readonly serve: (
    gateway: Gateway,
    secret: LookUpSecret,
    authOf: AuthOfServer | undefined,
  ) => ServedMcp & { readonly withStored: (resources: SavedMcpParts) => McpParts }
  /** Ends the streams that would never end, when the process stops. */
  readonly close: () => void
}

/** `stored`: the pins of the store; without one they are those of the process. */
export function openMcp(
  sessions: SessionStore,
  stored: PinStore | undefined,
  ports: Ports,
  tell: (level: 'info' | 'error', message: string) => void,
): OpenedMcp {
  const pins =
    stored ??
    createMemoryPins((server, { name, digest }) => tell('error', heldToolMessage(server, name, digest)))
  const state = openMcpState(sessions, pins, ports)
  return {
    serve: (gateway, secret, authOf) => {
      const parts = { state, entries: linkEntriesOf(gateway, secret, authOf) }
      return {
        ...parts,
        withStored: ({ storedMcp: stored, identifyToken, connectPages }) => ({
          ...parts,
          ...(stored && { stored }),
          ...(identifyToken && { identifyToken }),
          ...(connectPages && { connectPages }),
        }),
      }
    },
    close: () => state.closing.cancel(),
  }
}
