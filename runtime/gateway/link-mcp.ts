// MCP beside the calls of models: what the gateway needs of it.
import type { LinkContext, McpParts } from '../link/link-context.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { isFailure } from '../values/failures.ts'
import type { AdmittedRequest } from './admit-request.ts'
import { linkMcpRequests, type McpRequests } from './mcp-requests.ts'
import { linkToolCalls } from './mcp-tool-calls.ts'

export interface LinkedMcp extends Pick<McpParts, 'connectPages'>, Pick<McpRequests, 'admit' | 'admitToken'> {
  /** Undefined for a request that is none of MCP. */
  readonly handleAdmitted: (
    admitted: AdmittedRequest,
    body: Uint8Array,
    cancellation: Cancellation,
    record: CallRecord,
  ) => Promise<Reply> | undefined
}

/** How long sessions of saved servers are kept. */
const SESSION_SECONDS = 3600

/** Undefined where there is no server that could be called. */
export function linkMcp(parts: LinkContext): LinkedMcp | undefined {
  if (parts.mcp === undefined) return undefined
  const { connectPages, ...mcp } = parts.mcp
  const { admit, admitToken, handle } = linkMcpRequests({
    ...mcp,
    gateway: parts.gateway,
    ports: parts.ports,
    sessionSeconds: parts.gateway.mcp?.sessionTtl ?? SESSION_SECONDS,
    toolCalls: linkToolCalls(parts),
  })
  return {
    admit,
    admitToken,
    ...(connectPages && { connectPages }),
    handleAdmitted: ({ mcp, head, trace }, body, cancellation, record) => {
      if (mcp === undefined) return undefined
      const request = { method: head.method, headers: head.headers, trace }
      return mcp instanceof Promise
        ? mcp.then(admitted =>
            isFailure(admitted)
              ? failureReply(admitted)
              : handle(admitted, request, body, cancellation, record),
          )
        : handle(mcp, request, body, cancellation, record)
    },
  }
}
