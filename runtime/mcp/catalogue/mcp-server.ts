// A server of the registry and the parts of it that may be used: as the manifest or the store has it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { ServerAddress } from '../upstream/server-address.ts'

export type CapabilityKind = 'tool' | 'prompt' | 'resource'

/** Which definitions of tools are trusted: those first seen, those that are listed, or all. */
export type PinMode = 'first_use' | 'listed' | 'off'

export interface McpServer {
  readonly slug: string
  readonly address: ServerAddress
  /** Whether a capability is enabled for all callers. */
  readonly offers: (kind: CapabilityKind, name: string) => boolean
  readonly pins: PinMode
  /** Digests of trusted tools by name, as the manifest lists them. */
  readonly pinned: Readonly<Record<string, string>>
}

/** What one address of the gateway serves: a server, or chosen capabilities of several. */
export interface McpEntry {
  /** `github`, or `v/office`. */
  readonly id: string
  readonly members: readonly McpMember[]
  /** Undefined for a server as it is. */
  readonly virtual: { readonly name: string; readonly instructions: string | undefined } | undefined
}

export interface McpMember {
  readonly server: McpServer
  /** Before the names of its tools and prompts; empty for a server as it is. */
  readonly prefix: string
  readonly selects: (kind: CapabilityKind, name: string) => boolean
}

/** What a caller may use. */
export interface McpAccess {
  readonly allows: (server: string, kind: CapabilityKind, name: string) => boolean
}

/** The definition of a tool, as its server lists it. */
export type ToolDefinition = JsonObject
