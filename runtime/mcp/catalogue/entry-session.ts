// What a request to an entry runs with: the client's connections, its rights, and what its calls pass on their way.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { ClientFacts } from '../messages/exchange.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { McpSubject } from '../upstream/server-address.ts'
import type { ServerLink } from '../upstream/server-link.ts'
import type { McpAccess, McpEntry, McpServer } from './mcp-server.ts'

/** A request whose result a client reads as content, by the names of its server. */
export interface McpContentRequest {
  readonly server: string
  /** Of a call, which limits count. */
  readonly tool?: string
  /** What guards may rewrite. */
  readonly content: JsonObject
  /** What they only read. */
  readonly beside: readonly string[]
}

/** Limits and guardrails around a request: it may be refused, its content and its result rewritten. */
export type PassMcpRequest = (
  request: McpContentRequest,
  run: (content: JsonObject | undefined) => Promise<RpcOutcome>,
) => Promise<RpcOutcome>

export interface EntrySession {
  readonly entry: McpEntry
  readonly access: McpAccess
  readonly client: ClientFacts
  readonly subject: McpSubject
  readonly linkOf: (server: McpServer) => ServerLink
  readonly pass: PassMcpRequest
  /** Gets the server and the tool of a request, for its log record. */
  readonly onTarget: (server: string, tool: string | undefined) => void
}
