// Errors of the gateway as clients of agents read them: an error of JSON-RPC at the URL of an agent, and a google.rpc.Status below it.
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { restErrorBody } from '../values/rpc-status.ts'

const RPC_PATH = /^\/agents\/[^/]*\/?$/

/** Replies of the proxy itself have no failure and stay as they are. */
export function agentErrorReply(reply: Reply, pathname: string): Reply {
  const { failure, status, body } = reply
  if (failure === undefined || isStream(body)) return reply
  const { code, message } = failure
  return {
    ...reply,
    body: RPC_PATH.test(pathname)
      ? encodeJson({ jsonrpc: '2.0', id: null, error: { code: status, message, data: { code } } })
      : restErrorBody({ status, reason: code.toUpperCase(), message, domain: 'gateway' }),
  }
}
