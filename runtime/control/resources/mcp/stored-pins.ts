// Trusted definitions of tools in the store, so that all runtimes hold the same ones and a restart trusts nothing new.
import { asText } from '../../../../schemas/values/json.ts'
import {
  createMemoryPins,
  heldToolMessage,
  type PinStore,
  type ServerPins,
} from '../../../mcp/catalogue/tool-pins.ts'
import { type Kind, processKind } from '../../core/kind.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceStore } from '../../core/resource-store.ts'
import { byName, storedForm } from '../../core/stored-form.ts'

/** The kind in the store: one object for each server, by its slug. */
export const MCP_TOOLS = 'mcp_tools'

export const MCP_TOOLS_KINDS: readonly Kind[] = [
  processKind({ name: MCP_TOOLS, replicated: true, scopes: ['mcp_servers'], audited: true }),
]

const DIGESTS = byName(asText)

export const PINS_FORM = storedForm<ServerPins>(MCP_TOOLS, { trusted: DIGESTS, held: DIGESTS })

export function readPins(
  replica: Pick<Replica, 'get'> | undefined,
  server: string,
): ServerPins & { readonly revision: number | undefined } {
  const { value = {}, revision } = replica?.get(MCP_TOOLS, server) ?? {}
  return { ...PINS_FORM.read({ id: server, value }), revision }
}

/** The definitions that are not trusted. */
const untrusted = (seen: ServerPins['held'], trusted: ServerPins['trusted']): ServerPins['held'] =>
  Object.fromEntries(Object.entries(seen).filter(([name, digest]) => trusted[name] !== digest))

/** What the process has seen counts at once; the store gets it in the background, and again where another process was faster. */
export function createStoredPins(
  store: ResourceStore,
  replica: Replica,
  writeLog: (level: 'info' | 'error', message: string) => void,
): PinStore {
  const local = createMemoryPins((server, { name, digest }) =>
    writeLog('error', heldToolMessage(server, name, digest)),
  )
  let writing: Promise<unknown> = Promise.resolve()
  const write = (server: string, change: (pins: ServerPins) => ServerPins): void => {
    writing = writing
      .then(async () => {
        await replica.look()
        const { revision, ...before } = readPins(replica, server)
        const after = change(before)
        if (JSON.stringify(after) === JSON.stringify(before)) return
        await store.commit({
          writes: [
            { kind: MCP_TOOLS, id: server, value: PINS_FORM.write(after), expects: revision ?? 'absent' },
          ],
        })
        await replica.look()
      })
      // The next list tries again: an unavailable store delays no call.
      .catch(() => {})
  }
  return {
    trusted: (server, tool) => {
      const { trusted } = readPins(replica, server)
      return Object.hasOwn(trusted, tool) ? trusted[tool] : local.trusted(server, tool)
    },
    trust: (server, tools) => {
      local.trust(server, tools)
      const seen = Object.fromEntries(tools.map(({ name, digest }) => [name, digest]))
      write(server, ({ trusted, held }) => ({ trusted: { ...seen, ...trusted }, held }))
    },
    hold: (server, tools) => {
      local.hold(server, tools)
      const seen = Object.fromEntries(tools.map(({ name, digest }) => [name, digest]))
      // What was approved meanwhile is not held any more.
      write(server, ({ trusted, held }) => ({ trusted, held: { ...held, ...untrusted(seen, trusted) } }))
    },
  }
}
