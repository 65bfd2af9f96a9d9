// The control plane together with what a process needs to call MCP servers: links, sessions, and which definitions of tools are trusted.
import type { Bundle } from '../../schemas/generated/types.ts'
import type { McpParts } from '../gateway/link-mcp.ts'
import type { Limiter } from '../limits/limiter.ts'
import { linkEntriesOf } from '../mcp/catalogue/link-servers.ts'
import { createMemoryPins, heldToolMessage } from '../mcp/catalogue/tool-pins.ts'
import { openMcpState } from '../mcp/mcp-service.ts'
import type { SessionStore } from '../state/session-store.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import type { LookUpSecret } from '../stores/secrets.ts'
import type { Ports } from '../values/ports.ts'
import {
  type ControlPlaneOptions,
  type ControlStores,
  openControlPlane,
  type ServedResources,
} from './control-plane.ts'
import type { WorkerContext } from './worker-context.ts'

/** The control plane of a process; its servers are linked again with each bundle. */
export interface ServingControl {
  readonly serve: (
    bundle: Bundle,
    customChecks: CustomChecks['facts'],
    limits: Limiter,
    secret: LookUpSecret,
  ) => ServedResources & { readonly mcp?: McpParts }
  /** Ends the streams of MCP that would never end, when the process stops. */
  readonly endStreams: () => void
  readonly stop: () => void
}

/** Without a store, the pins of tools are those of the process. */
export async function openServingControl(
  stores: ControlStores,
  options: ControlPlaneOptions & { readonly ports: Ports; readonly worker?: WorkerContext },
  sessions: SessionStore,
): Promise<ServingControl> {
  const { pins: stored, mcpAuth, serve, stop } = await openControlPlane(stores, options)
  const { worker, writeLog } = options
  const local = createMemoryPins((server, { name, digest }) =>
    writeLog('error', heldToolMessage(server, name, digest)),
  )
  const own = worker?.sharePins(local) ?? local
  const state = openMcpState(sessions, stored ?? own, options.ports)
  const pins = stored === undefined ? own : undefined
  return {
    serve: (bundle, customChecks, limits, secret) => {
      const mcp = { state, entries: linkEntriesOf(bundle.gateway, secret, mcpAuth(bundle.gateway)) }
      const resources = serve(bundle, customChecks, limits, { ...mcp, pins })
      const { storedMcp, identifyToken, connectPages } = resources
      return { ...resources, mcp: { ...mcp, stored: storedMcp, identifyToken, connectPages } }
    },
    endStreams: () => state.closing.cancel(),
    stop,
  }
}
