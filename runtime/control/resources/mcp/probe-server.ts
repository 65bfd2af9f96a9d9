// Asks a server who it is and what tools it has, in the name of the gateway; its answer is cached for a while.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { LinkedEntry } from '../../../mcp/catalogue/link-servers.ts'
import type { McpServer, ToolDefinition } from '../../../mcp/catalogue/mcp-server.ts'
import { listTools } from '../../../mcp/catalogue/tool-catalogue.ts'
import type { ProcessPins } from '../../../mcp/catalogue/tool-pins.ts'
import type { McpState } from '../../../mcp/mcp-service.ts'
import { UNATTENDED } from '../../../mcp/messages/exchange.ts'
import { isDescription } from '../../../mcp/upstream/server-link.ts'
import type { Clock } from '../../../values/ports.ts'

export interface McpSources {
  /** The MCP servers of the process, to be asked; absent if it calls none. */
  readonly mcp?: McpDirectory | undefined
}

/** MCP servers of the manifest and of the store, by their slugs. */
export interface McpDirectory {
  readonly server: (slug: string) => McpServer | undefined
  readonly probe: ProbeServer
  /** Pins that are in no store; absent if a store has them. */
  readonly pins: ProcessPins | undefined
}

export interface ProbedServer {
  readonly metadata: JsonObject
  readonly tools: readonly ToolDefinition[]
  readonly error: string | null
}

/** `fresh`: asks again, whatever is remembered. */
export type ProbeServer = (server: McpServer, fresh: boolean) => Promise<ProbedServer>

/** Milliseconds for which an answer is remembered. */
const MAX_AGE = 60_000

export function linkProbe(
  { links, catalogue }: Pick<McpState, 'links' | 'catalogue'>,
  clock: Clock,
): ProbeServer {
  const remembered = new WeakMap<McpServer, { readonly at: number; readonly probed: ProbedServer }>()
  const probe = async (server: McpServer): Promise<ProbedServer> => {
    const link = links.own(server, GATEWAY, { info: { name: 'portolan', version: '1' }, capabilities: {} })
    try {
      const found = await link.describe(UNATTENDED)
      if (!isDescription(found))
        return failedProbe('fault' in found ? found.fault.message : 'It did not respond.')
      const tools = 'tools' in found.capabilities ? await listTools(link) : []
      if ('code' in tools) return failedProbe(tools.message)
      catalogue.expire(server)
      catalogue.admit(server, GATEWAY, tools)
      return {
        metadata: {
          server_name: asText(found.info['name']) ?? null,
          server_version: asText(found.info['version']) ?? null,
          protocol_version: found.revision,
          capability_flags: found.capabilities,
          sync_status: 'synced',
          last_synced_at: new Date(clock.now()).toISOString(),
          sync_error: null,
        },
        tools,
        error: null,
      }
    } finally {
      void link.close()
    }
  }
  return async (server, fresh) => {
    const known = remembered.get(server)
    if (!fresh && known !== undefined && clock.monotonic() - known.at < MAX_AGE) return known.probed
    const probed = await probe(server)
    remembered.set(server, { at: clock.monotonic(), probed })
    return probed
  }
}

const GATEWAY = { key: '', user: undefined, actsAsUser: false, workspace: '' }

const failedProbe = (error: string): ProbedServer => ({
  metadata: {
    server_name: null,
    server_version: null,
    protocol_version: null,
    capability_flags: {},
    sync_status: 'failed',
    last_synced_at: null,
    sync_error: error,
  },
  tools: [],
  error,
})

/** What the process has to call MCP servers with. */
export interface ServedMcp {
  readonly state: McpState
  /** The entries of the manifest. */
  readonly entries: ReadonlyMap<string, LinkedEntry>
  /** Pins that are in no store. */
  readonly pins?: ProcessPins | undefined
}

/** The servers of the store and of the manifest, to be asked. */
export const linkDirectory = (
  stored: { readonly server: (slug: string) => McpServer | undefined } | undefined,
  { state, entries, pins }: ServedMcp,
  clock: Clock,
): McpDirectory => ({
  server: slug => stored?.server(slug) ?? entries.get(slug)?.entry.members[0]?.server,
  probe: linkProbe(state, clock),
  pins,
})
