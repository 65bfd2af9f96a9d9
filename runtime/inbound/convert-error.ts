// Errors in the format of the client's API, of chats, Messages, Gemini, MCP, A2A and SCIM: as replies, and as the last
// event of a stream. Internally all errors of the gateway and of providers have the vendor's format.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  present,
} from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { failureReply } from '../values/error-reply.ts'
import type { Failure } from '../values/failures.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { headerValue, isEventStream } from '../values/headers.ts'
import { trimTrailingSlashes } from '../values/query-string.ts'
import { restErrorBody } from '../values/rpc-status.ts'
import { isScimPath } from '../values/scim-url.ts'
import { inboundApis } from './inbound-apis.ts'

const decoder = new TextDecoder('utf-8')

/**
 * `path` is relative to the base URL, `pathname` that of the client. Successful replies are unchanged, and so are
 * errors of a provider that the gateway does not convert. `isAnthropic`: the client is one of Anthropic's API,
 * whatever the path. `trace`: the identifier of the request, where SDKs read it and the provider gave none.
 */
export function convertError(
  reply: Reply,
  path: string,
  pathname: string,
  isAnthropic = false,
  trace?: string,
): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  if (geminiRequest(pathname) !== undefined) return convertGeminiError(reply, reply.body)
  if (pathname.startsWith('/mcp/')) return mcpErrorReply(reply)
  if (pathname.startsWith('/agents/')) return agentErrorReply(reply, pathname)
  if (isScimPath(path)) return scimErrorReply(reply)
  const endpoint = endpointAt(trimTrailingSlashes(path))
  const dialect =
    endpoint === 'messages/count_tokens' ? 'messages' : endpoint && endpointFacts[endpoint].streamFormat
  const isOfGateway = endpoint === undefined && reply.failure !== undefined
  if (dialect !== 'messages' && !(isAnthropic && isOfGateway))
    return withRequestId(reply, isAnthropic ? 'request-id' : 'x-request-id', trace)
  const identified = withRequestId(reply, 'request-id', trace)
  const body = asObject(parseJson(decoder.decode(reply.body)))
  const isMessage = body['type'] === 'error'
  if (!isMessage && !isObject(body['error'])) return identified
  // Already converted by the inbound API.
  const message = isMessage ? body : inboundApis.messages.error(body, reply.status)
  if (isMessage && (reply.failure === undefined || trace === undefined)) return identified
  return {
    ...identified,
    body: encodeJson({ ...message, ...(reply.failure !== undefined && present({ request_id: trace })) }),
  }
}

/**
 * The header that SDKs show in their errors: `x-request-id` of OpenAI's, `request-id` of Anthropic's
 * (openai@7.55.0 and @anthropic-ai/sdk@1.12.0, `core/error.js`).
 */
function withRequestId(reply: Reply, name: string, trace: string | undefined): Reply {
  if (trace === undefined || headerValue(reply.headers, name) !== undefined) return reply
  return { ...reply, headers: [...reply.headers, name, trace] }
}

function convertGeminiError(reply: Reply, bytes: Uint8Array): Reply {
  const body = asObject(parseJson(decoder.decode(bytes)))
  return reply.failure === undefined ? reply : { ...reply, body: encodeJson(geminiError(body, reply.status)) }
}

/** For clients of Google that get replies of another dialect: errors of a provider too have Google's form, which `known` has by its kind. */
export function convertGoogleError(reply: Reply, known?: GoogleError): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  if (known?.body !== undefined) return { ...reply, body: encodeJson(known.body) }
  if (known !== undefined) {
    const { status, message, type, code } = known
    const wait = headerValue(reply.headers, 'retry-after')
    const { error, ...others } = geminiError(
      { error: { message, code: code ?? type }, ...present({ provider: reply.provider }) },
      status,
    )
    const details = [...asList(asObject(error)['details']), ...retryDetails(wait)]
    return {
      ...reply,
      status,
      body: encodeJson({ ...others, error: { ...asObject(error), status: type, details } }),
    }
  }
  const body = asObject(parseJson(decoder.decode(reply.body)))
  const { error = null, message = null } = body
  if (typeof asObject(error)['status'] === 'string') return reply
  const written = isObject(error) ? { error } : { error: { message } }
  return { ...reply, body: encodeJson(geminiError(written, reply.status)) }
}

/** A provider's error as clients of Gemini recognize its kind, or its body where it is Google's. */
interface GoogleError {
  readonly status: number
  readonly type: string
  readonly code?: string
  readonly message: string
  readonly body?: JsonObject
}

/** Where Gemini's clients read how long to wait: https://cloud.google.com/apis/design/errors */
const retryDetails = (seconds: string | undefined): readonly JsonObject[] =>
  seconds !== undefined && /^\d{1,6}$/.test(seconds)
    ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }]
    : []

const RPC_PATH = /^\/agents\/[^/]*\/?$/

/**
 * For clients of agents: a JSON-RPC error at the URL of an agent, and a google.rpc.Status below it. Replies
 * of the proxy itself have no failure and are not changed.
 */
function agentErrorReply(reply: Reply, pathname: string): Reply {
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

/**
 * For clients of MCP: a JSON-RPC error without an identifier, whose code is the HTTP status. Replies of the
 * proxy itself have no failure and are not changed.
 */
function mcpErrorReply(reply: Reply): Reply {
  const { failure, status, body } = reply
  if (failure === undefined || isStream(body)) return reply
  const { code, message } = failure
  return { ...reply, body: encodeJson({ jsonrpc: '2.0', error: { code: status, message, data: { code } } }) }
}

const SCIM_MEDIA: readonly string[] = ['content-type', 'application/scim+json']

/** The kind of error, if SCIM has one: by the failure and the parameter that it names. */
function scimTypeOf({ code, param = '' }: Failure): string | undefined {
  if (code === 'invalid_json') return 'invalidSyntax'
  if (code === 'conflict') return param === 'userName' || param === 'displayName' ? 'uniqueness' : undefined
  if (code !== 'invalid_request') return undefined
  if (param === 'filter') return 'invalidFilter'
  if (param.endsWith('.path')) return 'invalidPath'
  return param.endsWith('.target') ? 'noTarget' : 'invalidValue'
}

/** For directories (RFC 7644, section 3.12). */
function scimErrorReply(reply: Reply): Reply {
  const { failure, status, body, headers } = reply
  if (failure === undefined || isStream(body)) return reply
  const detail = asText(asObject(asObject(parseJson(new TextDecoder().decode(body)))['error'])['message'])
  const scimType = scimTypeOf(failure)
  return {
    ...reply,
    headers: [
      ...SCIM_MEDIA,
      ...headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-type'),
    ],
    body: encodeJson({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: detail ?? failure.message,
    }),
  }
}

const STATUS_NAMES: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [412, 'FAILED_PRECONDITION'],
  [429, 'RESOURCE_EXHAUSTED'],
  [446, 'FAILED_PRECONDITION'],
  [501, 'UNIMPLEMENTED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
])

const nameOf = (status: number): string =>
  STATUS_NAMES.get(status) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')

/**
 * For clients of Gemini's API: a status by name, and the other parts of the error as details. `body` is the
 * vendor-style body; fields besides `error` and the provider are retained.
 */
function geminiError(body: JsonObject, status: number): JsonObject {
  const { error, provider, ...others } = body
  const { message, code, param, diagnostics } = asObject(error)
  const metadata = present({ param: param ?? undefined, provider })
  const reason: Json = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: (asText(code) ?? 'unknown').toUpperCase(),
    domain: 'gateway',
    metadata,
  }
  return {
    ...others,
    error: {
      code: status,
      message: asText(message) ?? '',
      status: nameOf(status),
      details: diagnostics === undefined ? [reason] : [reason, { diagnostics }],
    },
  }
}

/** Whether an event may be appended to the stream: it is not encoded, and its length was not announced. */
export const takesFailureEvent = ({ headers, body }: Pick<Reply, 'headers' | 'body'>): boolean =>
  isStream(body) &&
  isEventStream(headers) &&
  headerValue(headers, 'content-length') === undefined &&
  (headerValue(headers, 'content-encoding') ?? 'identity').toLowerCase() === 'identity'

/**
 * The last event of a stream that passes unread and breaks. It begins with an empty line, which ends an event
 * that was cut. The other parameters are those of `convertError`.
 */
export function failureEvent(
  reason: Failure,
  path: string,
  pathname: string,
  isAnthropic: boolean,
): Uint8Array {
  const { body } = convertError(failureReply(reason), path, pathname, isAnthropic)
  const json = new TextDecoder().decode(body instanceof Uint8Array ? body : new Uint8Array(0))
  const name = asObject(parseJson(json))['type'] === 'error' ? 'event: error\n' : ''
  return new TextEncoder().encode(`\n\n${name}data: ${json}\n\n`)
}
