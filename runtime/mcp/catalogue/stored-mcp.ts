// MCP servers that are saved in the store, as the request path sees them.
import type { Failure } from '../../values/failures.ts'
import type { McpAccess, McpEntry } from './mcp-server.ts'

/** The facts of a caller that decide which servers it may use. */
export interface McpCaller {
  readonly id: string
  readonly workspace: string
  /** The person whose key or token it is; undefined for services. */
  readonly user: string | undefined
}

export interface StoredMcp {
  /** The only workspace whose callers may use a server; undefined if there is no such server. */
  readonly workspaceOf: (id: string) => string | undefined
  /** What is served under an address and what the caller may use of it; undefined where nothing is. */
  readonly find: (
    id: string,
    caller: McpCaller,
  ) => { readonly entry: McpEntry; readonly access: McpAccess } | undefined
  /** Why an unknown server may exist; absent if all are known. */
  readonly lookFault?: () => Failure | undefined
}
