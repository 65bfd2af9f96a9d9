// The proxy of a process: what is shared by all bundles (links, sessions, eras, pins), and what serves requests with it.
import type { SessionStore } from '../state/session-store.ts'
import { upstreamInPortions } from '../streams/in-portions.ts'
import { type CancellationSource, createCancellation } from '../values/cancellation.ts'
import type { Ports } from '../values/ports.ts'
import { withConnections } from './catalogue/require-connection.ts'
import { linkEntries } from './catalogue/serve-entry.ts'
import { createToolCatalogue, type ToolCatalogue } from './catalogue/tool-catalogue.ts'
import { createToolPins, type PinStore } from './catalogue/tool-pins.ts'
import { createMcpLinks, type McpLinks } from './client/mcp-links.ts'
import { linkMcpServing, type ServeMcp } from './serve-mcp.ts'
import { createEraMemory } from './upstream/era-memory.ts'

type McpPorts = Pick<Ports, 'upstream' | 'clock' | 'randomId' | 'hash' | 'nextTurn' | 'turn' | 'endOfTurn'>

export interface McpState {
  readonly sessions: SessionStore
  readonly links: McpLinks
  readonly catalogue: ToolCatalogue
  readonly closing: CancellationSource
}

export interface McpServiceParts {
  readonly ports: McpPorts
  readonly state: McpState
  readonly sessionSeconds: number
}

const inTurns = (ports: McpPorts): McpPorts => ({ ...ports, upstream: upstreamInPortions(ports) })

/** Opened once for each process, so that a new bundle ends no session. */
export const openMcpState = (sessions: SessionStore, pins: PinStore, ports: McpPorts): McpState => ({
  sessions,
  links: createMcpLinks({ eras: createEraMemory(ports.clock), sessions, ports: inTurns(ports) }),
  closing: createCancellation(),
  catalogue: createToolCatalogue(createToolPins(pins, ports.hash), ports.clock),
})

export function linkMcpService({ ports, state, sessionSeconds }: McpServiceParts): ServeMcp {
  return linkMcpServing({
    ports: inTurns(ports),
    ...state,
    serve: withConnections(linkEntries(state.catalogue)),
    sessionSeconds,
  })
}
