// What a request to an entry runs with: the client's connections, its rights, and what its calls pass on their way.
import type { Json } from '../../../schemas/values/json.ts'
import type { ClientFacts } from '../messages/exchange.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { McpSubject } from '../upstream/server-address.ts'
import type { ServerLink } from '../upstream/server-link.ts'
import type { McpAccess, McpEntry, McpServer } from './mcp-server.ts'

/** A call of a tool, by the names of its server. */
export interface McpToolCall {
  readonly server: string
  readonly tool: string
  readonly arguments: Json | undefined
}

/** Limits and guardrails around a call: it may be refused, its arguments and its result rewritten. */
export type PassToolCall = (
  call: McpToolCall,
  run: (args: Json | undefined) => Promise<RpcOutcome>,
) => Promise<RpcOutcome>

export interface EntrySession {
  readonly entry: McpEntry
  readonly access: McpAccess
  readonly client: ClientFacts
  readonly subject: McpSubject
  readonly linkOf: (server: McpServer) => ServerLink
  readonly pass: PassToolCall
  /** Gets the server and the tool of a request, for its log record. */
  readonly onTarget: (server: string, tool: string | undefined) => void
}
