// Errors in the dialect of the client's endpoint: internally all errors of the gateway and of providers have the
// vendor's format.

import { asObject, isObject, parseJson } from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { trimTrailingSlashes } from '../values/query-string.ts'
import { isScimPath } from '../values/scim-url.ts'
import { agentErrorReply } from './agent-error.ts'
import { geminiError } from './gemini-error.ts'
import { inboundApis } from './inbound-apis.ts'
import { mcpErrorReply } from './mcp-error.ts'
import { scimErrorReply } from './scim-error.ts'

const decoder = new TextDecoder('utf-8')

/**
 * `path` is relative to the base URL, `pathname` that of the client. Successful replies are unchanged, and so are errors
 * of a provider that the gateway does not convert. `isAnthropic`: the client is one of Anthropic's API, whatever the path.
 */
export function convertError(reply: Reply, path: string, pathname: string, isAnthropic = false): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  if (geminiRequest(pathname) !== undefined) return convertGeminiError(reply, reply.body)
  if (pathname.startsWith('/mcp/')) return mcpErrorReply(reply)
  if (pathname.startsWith('/agents/')) return agentErrorReply(reply, pathname)
  if (isScimPath(path)) return scimErrorReply(reply)
  const endpoint = endpointAt(trimTrailingSlashes(path))
  const dialect =
    endpoint === 'messages/count_tokens' ? 'messages' : endpoint && endpointFacts[endpoint].streamFormat
  const isOfGateway = endpoint === undefined && reply.failure !== undefined
  if (dialect !== 'messages' && !(isAnthropic && isOfGateway)) return reply
  const body = asObject(parseJson(decoder.decode(reply.body)))
  // Already converted by the inbound API.
  if (body['type'] === 'error' || !isObject(body['error'])) return reply
  return { ...reply, body: encodeJson(inboundApis.messages.error(body, reply.status)) }
}

function convertGeminiError(reply: Reply, bytes: Uint8Array): Reply {
  const body = asObject(parseJson(decoder.decode(bytes)))
  return reply.failure === undefined ? reply : { ...reply, body: encodeJson(geminiError(body, reply.status)) }
}
