// One HTTP request to an agent: its card, the keys that cards are signed with, or an operation by one of the bindings.
import { isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { decodeBytes } from '../mcp/messages/decode-bytes.ts'
import { parseExactly } from '../mcp/messages/exact-json.ts'
import { type TurnPorts, upstreamInPortions } from '../streams/in-portions.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { Reply } from '../values/call.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, methodNotAllowed, quoted } from '../values/failures.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { Ports } from '../values/ports.ts'
import type { AgentBinding } from './card/card-interfaces.ts'
import type { AgentHttpRequest } from './exchange/run-operation.ts'
import { type AgentOperationReply, runOperation } from './exchange/run-operation.ts'
import type { LinkedAgent } from './linked-agent.ts'
import {
  type AgentError,
  agentReply,
  contentTypeNotSupported,
  failureError,
  invalidAgentRequest,
  parseError,
  restErrorReply,
  rpcErrorReply,
  unknownAgentMethod,
  versionNotSupported,
} from './protocol/agent-error.ts'
import {
  type AgentVersion,
  requestVersion,
  splitVersionQuery,
  VERSION_HEADER,
  withQueryVersion,
} from './protocol/agent-version.ts'
import { operationOfMethod, operationOfPath } from './protocol/operations.ts'

/** What was asked, for the log. */
export interface AgentRecordFacts {
  readonly method: string
  readonly version?: string
  readonly binding?: AgentBinding
  readonly leftOut?: readonly string[]
}

export interface ServedAgentRequest {
  readonly reply: Reply
  readonly facts: AgentRecordFacts
}

export type ServeAgent = (agent: LinkedAgent, request: AgentHttpRequest) => Promise<ServedAgentRequest>

/** Where clients before version 1.0 look for cards. */
const LEGACY_CARD_PATH = '/.well-known/agent.json'
const CARD_PATHS: ReadonlySet<string> = new Set(['/.well-known/agent-card.json', LEGACY_CARD_PATH])
const KEYS_PATH = '/.well-known/jwks.json'
const CARD_HEADERS: Headers = [...JSON_HEADERS, 'cache-control', 'private, max-age=60', 'vary', 'a2a-version']

/** `maxBytes`: of one reply. */
export function linkAgentServing(
  given: Pick<Ports, 'upstream' | 'clock' | 'hash'> & TurnPorts,
  maxBytes: number,
): ServeAgent {
  const ports = { clock: given.clock, upstream: upstreamInPortions(given) }
  return async (agent, received) => {
    const { query, version } = splitVersionQuery(received.query)
    const request =
      version === undefined
        ? received
        : { ...received, query, headers: withQueryVersion(received.headers, version) }
    if (CARD_PATHS.has(request.path)) return await serveCard(agent, request, given.hash)
    if (request.path === KEYS_PATH) return await serveKeys(agent, request)
    const run = (
      operation: Parameters<typeof runOperation>[1],
      content: Json | undefined,
      envelope: Parameters<typeof runOperation>[3],
    ): Promise<AgentOperationReply> =>
      runOperation({ agent, request, ports, maxBytes }, operation, content, envelope)
    return request.path === '' ? await serveRpc(request, run) : await serveRest(agent, request, run)
  }
}

type Run = (
  operation: Parameters<typeof runOperation>[1],
  content: Json | undefined,
  envelope: Parameters<typeof runOperation>[3],
) => Promise<AgentOperationReply>

async function serveCard(
  agent: LinkedAgent,
  { method, path, headers }: AgentHttpRequest,
  hash: Ports['hash'],
): Promise<ServedAgentRequest> {
  if (method !== 'GET' && method !== 'HEAD') return refused('AgentCard', NOT_GET)
  const version = requestVersion(headers)
  const read = await agent.card(typeof version === 'string' ? version : '1.0')
  if (isFailure(read)) return refused('AgentCard', read)
  const { shown, leftOut, interfaces } = read
  const isLegacy =
    path === LEGACY_CARD_PATH || (version === '0.3' && headerValue(headers, VERSION_HEADER) !== undefined)
  if (isLegacy && interfaces.every(each => each.version !== '0.3'))
    return {
      reply: restErrorReply('0.3', notForLegacy(agent.slug)),
      facts: { method: 'AgentCard', version: '0.3' },
    }
  const facts = { method: 'AgentCard', ...(leftOut.length > 0 && { leftOut }) }
  if (isFailure(shown)) return { ...refused('AgentCard', shown), facts }
  const card = encodeJson(shown)
  const etag = `"${hash(card).slice(0, 32)}"`
  const cached = [...CARD_HEADERS, 'etag', etag]
  // A2A 1.0, "Agent Card Caching": cards have an ETag. RFC 9110, section 13.1.2: 304 to those who have this one.
  const isCurrent = headerValue(headers, 'if-none-match')
    ?.split(/\s*,\s*/)
    .some(each => each === '*' || each.replace(/^W\//, '') === etag)
  return {
    reply:
      isCurrent === true
        ? agentReply(304, new Uint8Array(0), cached.slice(2))
        : agentReply(200, card, cached),
    facts,
  }
}

async function serveKeys(agent: LinkedAgent, { method }: AgentHttpRequest): Promise<ServedAgentRequest> {
  if (method !== 'GET' && method !== 'HEAD') return refused('Keys', NOT_GET)
  const signer = await agent.signer()
  if (signer === undefined)
    return refused('Keys', failure('not_found', 'The cards of this agent are not signed by the gateway.'))
  return { reply: agentReply(200, encodeJson(signer.keys)), facts: { method: 'Keys' } }
}

/** Its card has nothing that a client of 0.3 could call, and the client would not say why. */
const notForLegacy = (slug: string): AgentError =>
  versionNotSupported(
    `The agent ${quoted(slug)} is called in version 1.0 of the protocol only: a client of version 0.3 cannot use its card.`,
  )

const NOT_GET = methodNotAllowed(['GET', 'HEAD'], 'Cards and keys are read with GET.')

const refused = (method: string, reason: Failure): ServedAgentRequest => ({
  reply: restErrorReply('1.0', failureError(reason)),
  facts: { method },
})

async function serveRpc(request: AgentHttpRequest, run: Run): Promise<ServedAgentRequest> {
  const facts = { method: request.method, binding: 'JSONRPC' } as const
  const fail = (id: Json, error: AgentError, more: Partial<AgentRecordFacts> = {}): ServedAgentRequest => ({
    reply: rpcErrorReply(id, error),
    facts: { ...facts, ...more },
  })
  if (request.method !== 'POST')
    return fail(null, failureError(methodNotAllowed(['POST'], 'JSON-RPC requires POST.')))
  const wrongType = refuseContentType(request.headers)
  if (wrongType !== undefined) return fail(null, wrongType)
  const message = readBody(request.body)
  if (message === undefined) return fail(null, parseError('The body is not JSON in UTF-8.'))
  if (!isRpcRequest(message)) return fail(null, invalidAgentRequest(NO_REQUEST))
  const { id = null, method, params } = message
  const version = requestVersion(request.headers)
  if (typeof version !== 'string') return fail(id, unknownVersion(version.unknown))
  const operation = operationOfMethod(method, version)
  if (operation === undefined)
    return fail(id, unknownAgentMethod(unknownMethodMessage(method, version)), { version })
  const served = await run(operation, params, {
    binding: 'JSONRPC',
    version,
    method: 'POST',
    path: '',
    write: content => encodeJson({ ...message, ...(content !== undefined && { params: content }) }),
    resultOf: value => (isObject(value) ? value['result'] : undefined),
    withResult: (value, result) => ({ ...(value as JsonObject), result }),
  })
  const known = { method: operation.name, version }
  return 'error' in served
    ? fail(id, served.error, known)
    : { reply: served.reply, facts: { ...facts, ...known } }
}

const NO_REQUEST = 'The body is not a request of JSON-RPC 2.0; batches are not supported.'

type RpcRequest = JsonObject & { readonly method: string }

const isRpcRequest = (value: Json): value is RpcRequest =>
  isObject(value) && value['jsonrpc'] === '2.0' && typeof value['method'] === 'string'

const unknownMethodMessage = (method: string, version: AgentVersion): string => {
  const other = operationOfMethod(method, version === '1.0' ? '0.3' : '1.0') !== undefined
  const hint = other ? ` It is one of the other version: A2A-Version is ${version} here.` : ''
  return `Method not found in version ${version}: ${quoted(method)}.${hint}`
}

const unknownVersion = (version: string): AgentError =>
  versionNotSupported(`Version ${quoted(version)} of the protocol is not supported, only 1.0 and 0.3.`)

async function serveRest(
  agent: LinkedAgent,
  request: AgentHttpRequest,
  run: Run,
): Promise<ServedAgentRequest> {
  const { method, path, query, headers, body } = request
  const requested = requestVersion(headers)
  const version = typeof requested === 'string' ? requested : '1.0'
  const facts = { method, version, binding: 'HTTP+JSON' } as const
  const fail = (error: AgentError, more: Partial<AgentRecordFacts> = {}): ServedAgentRequest => ({
    reply: restErrorReply(version, error),
    facts: { ...facts, ...more },
  })
  if (typeof requested !== 'string') return fail(unknownVersion(requested.unknown))
  const operation = operationOfPath(method, path, version)
  if (operation === undefined)
    return fail(
      unknownAgentMethod(
        `The agent ${quoted(agent.slug)} has no operation ${method} ${quoted(path)} in version ${version} of the protocol.`,
      ),
    )
  const known = { method: operation.name }
  const wrongType = body.length === 0 ? undefined : refuseContentType(headers)
  if (wrongType !== undefined) return fail(wrongType, known)
  const content = body.length === 0 ? undefined : readBody(body)
  if (body.length > 0 && content === undefined)
    return fail(parseError('The body is not JSON in UTF-8.'), known)
  const served = await run(operation, content, {
    binding: 'HTTP+JSON',
    version,
    method,
    path: path + query,
    write: sent => (sent === undefined ? undefined : encodeJson(sent)),
    resultOf: value => value,
    withResult: (_value, result) => result,
  })
  return 'error' in served
    ? fail(served.error, known)
    : { reply: served.reply, facts: { ...facts, ...known } }
}

function readBody(body: Uint8Array): Json | undefined {
  const text = decodeBytes(body)
  return text === undefined ? undefined : parseExactly(text)
}

function refuseContentType(headers: Headers): AgentError | undefined {
  const type = headerValue(headers, 'content-type')
  return /^\s*application\/(?:a2a\+)?json\s*(?:;|$)/i.test(type ?? '')
    ? undefined
    : contentTypeNotSupported('The content type must be application/json or application/a2a+json.')
}
