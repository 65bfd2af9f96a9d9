// Which definitions of tools are trusted. One that has changed since it was trusted is held: neither listed nor called
// until it is approved.

import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Ports } from '../../values/ports.ts'
import type { McpServer, ToolDefinition } from './mcp-server.ts'

/** A definition as it was found, and whether it may be used. */
export interface SeenTool {
  readonly name: string
  readonly digest: string
  readonly definition: ToolDefinition
}

/** Where trusted digests are stored besides the manifest: in the process, or in the store of saved resources. */
export interface PinStore {
  /** The trusted digest of a tool; undefined if none is known. */
  readonly trusted: (server: string, tool: string) => string | undefined
  /** Trusts what was seen for the first time. */
  readonly trust: (server: string, tools: readonly SeenTool[]) => void
  /** Reports definitions that are held. */
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

/** Trusted and held digests of the tools of one server, by name. */
export interface ServerPins {
  readonly trusted: { readonly [tool: string]: string }
  /** Definitions that wait for approval. */
  readonly held: { readonly [tool: string]: string }
}

/** Pins that are in no store: until the process ends. */
export interface ProcessPins extends PinStore {
  readonly of: (server: string) => ServerPins
  readonly approve: (server: string, tools: readonly Pick<SeenTool, 'name' | 'digest'>[]) => void
}

/** Bounds what a hostile server can make the process remember. */
const MAX_TOOLS = 100_000

/** Pins in the process: what was seen first since it started. `onHeld` is called once for each definition. */
export function createMemoryPins(onHeld: (server: string, tool: SeenTool) => void): ProcessPins {
  const trusted = new Map<string, Map<string, string>>()
  const held = new Map<string, Map<string, string>>()
  const reported = new Set<string>()
  let count = 0
  const set = (pins: typeof trusted, server: string, name: string, digest: string): void => {
    const own = pins.get(server) ?? new Map<string, string>()
    if (!own.has(name)) {
      if (count >= MAX_TOOLS) return
      count += 1
    }
    pins.set(server, own.set(name, digest))
  }
  return {
    trusted: (server, tool) => trusted.get(server)?.get(tool),
    trust: (server, tools) => {
      for (const { name, digest } of tools) set(trusted, server, name, digest)
    },
    hold: (server, tools) => {
      for (const tool of tools) {
        set(held, server, tool.name, tool.digest)
        const key = `${server} ${tool.name}${tool.digest}`
        if (reported.has(key) || reported.size >= MAX_TOOLS) continue
        reported.add(key)
        onHeld(server, tool)
      }
    },
    of: server => ({
      trusted: Object.fromEntries(trusted.get(server) ?? []),
      held: Object.fromEntries(held.get(server) ?? []),
    }),
    approve: (server, tools) => {
      for (const { name, digest } of tools) {
        set(trusted, server, name, digest)
        if (held.get(server)?.delete(name) === true) count -= 1
      }
    },
  }
}

/** The message that a definition is held, and how it is approved: its digest can be copied into the manifest. */
export const heldToolMessage = (server: string, tool: string, digest: string): string =>
  `The tool ${JSON.stringify(tool.slice(0, 128))} of the MCP server "${server}" is held: its definition is not the one that is trusted. It is neither listed nor called until it is approved, by API or with pinned: { ${JSON.stringify(tool.slice(0, 128))}: "${digest}" } in the manifest.`

/** Fields that no model reads. */
const COSMETIC: ReadonlySet<string> = new Set(['_meta', 'icons'])

/**
 * Identifies the definition of a tool by everything that a model reads of it. A server that changes it later
 * may make a model do other things than what was approved.
 */
export const toolDigest = (tool: ToolDefinition, hash: Ports['hash']): string =>
  `sha256:${hash(canonicalJson(Object.fromEntries(Object.entries(tool).filter(([name]) => !COSMETIC.has(name)))))}`
