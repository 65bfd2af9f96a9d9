// Which definitions of tools are trusted. One that has changed since it was trusted is held: neither listed nor called until
// somebody approves it.
import type { Ports } from '../../values/ports.ts'
import type { McpServer, ToolDefinition } from './mcp-server.ts'
import { toolDigest } from './tool-digest.ts'

/** A definition as it was found, and whether it may be used. */
export interface SeenTool {
  readonly name: string
  readonly digest: string
  readonly definition: ToolDefinition
}

/** Where trusted digests are kept besides the manifest: in the process, or in the store of saved resources. */
export interface PinStore {
  /** The trusted digest of a tool; undefined where none is known. */
  readonly trusted: (server: string, tool: string) => string | undefined
  /** Trusts what was seen for the first time. */
  readonly trust: (server: string, tools: readonly SeenTool[]) => void
  /** Tells of definitions that are held. */
  readonly hold: (server: string, tools: readonly SeenTool[]) => void
}

export interface ToolPins {
  /** The definitions of a list that may be used; those that may not are held. */
  readonly filter: (server: McpServer, tools: readonly ToolDefinition[]) => readonly ToolDefinition[]
}

export function createToolPins(store: PinStore, hash: Ports['hash']): ToolPins {
  return {
    filter: (server, tools) => {
      if (server.pins === 'off') return tools
      const firstSeen: SeenTool[] = []
      const held: SeenTool[] = []
      const trusted = tools.filter(definition => {
        const { name } = definition
        if (typeof name !== 'string') return false
        const digest = toolDigest(definition, hash)
        const known = pinOf(server, name) ?? store.trusted(server.slug, name)
        if (known === digest) return true
        const isFirst = known === undefined && server.pins === 'first_use'
        const list = isFirst ? firstSeen : held
        list.push({ name, digest, definition })
        return isFirst
      })
      if (firstSeen.length > 0) store.trust(server.slug, firstSeen)
      if (held.length > 0) store.hold(server.slug, held)
      return trusted
    },
  }
}

const pinOf = ({ pinned }: McpServer, name: string): string | undefined =>
  Object.hasOwn(pinned, name) ? pinned[name] : undefined

/** Bounds what a hostile server can make the process remember. */
const MAX_TOOLS = 100_000

/** Pins in the process: what was seen first since it started. `onHeld` is told once of each definition. */
export function createMemoryPins(onHeld: (server: string, tool: SeenTool) => void): PinStore {
  const digests = new Map<string, string>()
  const told = new Set<string>()
  const keyOf = (server: string, tool: string): string => `${server} ${tool}`
  return {
    trusted: (server, tool) => digests.get(keyOf(server, tool)),
    trust: (server, tools) => {
      for (const { name, digest } of tools)
        if (digests.size < MAX_TOOLS) digests.set(keyOf(server, name), digest)
    },
    hold: (server, tools) => {
      for (const tool of tools) {
        const key = keyOf(server, tool.name) + tool.digest
        if (told.has(key) || told.size >= MAX_TOOLS) continue
        told.add(key)
        onHeld(server, tool)
      }
    },
  }
}

/** Says which definition is held and how it is approved: its digest can be copied into the manifest. */
export const heldToolMessage = (server: string, tool: string, digest: string): string =>
  `The tool ${JSON.stringify(tool.slice(0, 128))} of the MCP server "${server}" is held: its definition is not the one that is trusted. It is neither listed nor called until it is approved, by API or with pinned: { ${JSON.stringify(tool.slice(0, 128))}: "${digest}" } in the manifest.`
