// Errors of the gateway as clients of MCP read them: an error of JSON-RPC without an identifier, whose code is the HTTP status.
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'

/** Replies of the proxy itself have no failure and stay as they are. */
export function mcpErrorReply(reply: Reply): Reply {
  const { failure, status, body } = reply
  if (failure === undefined || isStream(body)) return reply
  const { code, message } = failure
  return { ...reply, body: encodeJson({ jsonrpc: '2.0', error: { code: status, message, data: { code } } }) }
}
