// One operation by one binding: found at the agent, checked, sent, and its reply as the client gets it.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { parseExactly } from '../../mcp/messages/exact-json.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Reply } from '../../values/call.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { type Headers, headerValue, isEventStream } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import type { TraceContext } from '../../values/trace-context.ts'
import type { AgentBinding, CardInterface } from '../card/card-interfaces.ts'
import type { LinkedAgent } from '../linked-agent.ts'
import {
  type AgentError,
  agentReply,
  failureError,
  pushNotSupported,
  unsupportedOperation,
  versionNotSupported,
} from '../protocol/agent-error.ts'
import { type AgentVersion, VERSION_HEADER } from '../protocol/agent-version.ts'
import type { AgentOperation } from '../protocol/operations.ts'
import { type PassAgentCall, runExchange } from './agent-exchange.ts'
import { type AgentReply, callAgent } from './call-agent.ts'

export interface AgentHttpRequest {
  readonly method: string
  /** Below the URL of the agent, without a query: empty for JSON-RPC. */
  readonly path: string
  /** With its question mark. */
  readonly query: string
  readonly headers: Headers
  readonly body: Uint8Array
  /** The trace context of the agent. */
  readonly traceContext: TraceContext
  readonly cancellation: Cancellation
  readonly pass: PassAgentCall
  /** Told why a stream ended before its end. */
  readonly onBroken: (reason: Failure) => void
}

export interface OperationParts {
  readonly agent: LinkedAgent
  readonly request: AgentHttpRequest
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  readonly maxBytes: number
}

/** How a binding carries what is sent, and what comes back. */
export interface OperationEnvelope {
  readonly binding: AgentBinding
  readonly version: AgentVersion
  readonly method: string
  /** Below the URL of the interface, with its query. */
  readonly path: string
  readonly write: (content: Json | undefined) => Uint8Array | undefined
  readonly resultOf: (value: Json) => Json | undefined
  readonly withResult: (value: Json, result: Json) => Json
}

export type AgentOperationReply = { readonly reply: Reply } | { readonly error: AgentError }

export async function runOperation(
  parts: OperationParts,
  operation: AgentOperation,
  content: Json | undefined,
  envelope: OperationEnvelope,
): Promise<AgentOperationReply> {
  const { agent, request, maxBytes } = parts
  const refused = refuseWebhooks(operation, content, agent.webhookHosts)
  if (refused !== undefined) return { error: refused }
  const interfaces = await agent.find(envelope.binding, envelope.version)
  if (isFailure(interfaces)) return { error: failureError(interfaces) }
  const { found, all } = interfaces
  if (found === undefined) return { error: notServed(agent.slug, envelope, all) }
  const send = (sent: Json | undefined): Promise<AgentReply | Failure> =>
    sendTo(found, parts, envelope, envelope.write(sent))
  const reply =
    operation.about === undefined
      ? await runExchange(
          {
            agent: agent.slug,
            sends: operation.sends === true,
            content,
            send,
            maxBytes,
            cancellation: request.cancellation,
          },
          request.pass,
        )
      : await send(content)
  if (isFailure(reply)) return { error: failureError(reply) }
  if ('refused' in reply) return { error: failureError(reply.refused, reply.headers) }
  return operation.about === 'card'
    ? await cardReply(agent, reply, envelope)
    : { reply: agentReply(reply.status, reply.body, replyHeaders(reply)) }
}

/** The error that names what the client could do instead. */
function notServed(
  slug: string,
  { binding, version }: OperationEnvelope,
  all: readonly CardInterface[],
): AgentError {
  const known = all.map(each => `${each.binding} ${each.version}`).join(', ')
  const message = `The agent "${slug}" is not called by ${binding} in version ${version}, but by ${known}.`
  return all.some(each => each.binding === binding)
    ? versionNotSupported(message)
    : unsupportedOperation(message)
}

/** Headers of the client that agents get: nothing that authenticates it. */
const PASSED = [VERSION_HEADER, 'a2a-extensions', 'x-a2a-extensions', 'accept', 'content-type']

async function sendTo(
  { url: base }: CardInterface,
  { agent, request, ports, maxBytes }: OperationParts,
  { method, path }: OperationEnvelope,
  body: Uint8Array | undefined,
): Promise<AgentReply | Failure> {
  const credentials = agent.headers()
  if (isFailure(credentials)) return credentials
  const url = path === '' ? new URL(base) : belowUrl(base, path)
  const { headers, traceContext, cancellation, onBroken } = request
  const reply = await callAgent(
    {
      slug: agent.slug,
      url,
      method,
      headers: [
        ...PASSED.flatMap(name => {
          const value = headerValue(headers, name)
          return value === undefined || (name === 'content-type' && body === undefined) ? [] : [name, value]
        }),
        ...Object.entries(traceContext).flat(),
        ...credentials,
      ],
      body,
      hostAuthor: agent.hostAuthor,
      timeout: agent.timeout,
      maxBytes,
    },
    ports,
    cancellation,
    onBroken,
  )
  return isFailure(reply) ? reply : (refuseReply(agent.slug, reply) ?? reply)
}

function belowUrl(base: string, path: string): URL {
  const url = new URL(base)
  const [pathname = '', query] = path.split('?', 2)
  url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  if (query !== undefined) url.search = query
  return url
}

/** Replies that are none of the protocol. */
function refuseReply(slug: string, { status, headers, body }: AgentReply): Failure | undefined {
  const refuse = (message: string): Failure => {
    if (!(body instanceof Uint8Array)) body.cancel()
    return failure('invalid_upstream_reply', message)
  }
  if (status === 401 || status === 403)
    return refuse(`The agent "${slug}" does not accept the credential of the gateway (status ${status}).`)
  if (status >= 300 && status < 400)
    return refuse(`The agent "${slug}" redirects (status ${status}), which is not followed.`)
  const isEmpty = body instanceof Uint8Array && body.length === 0
  if (isEventStream(headers) || (isEmpty && status < 300) || isJson(headers)) return undefined
  return refuse(`The agent "${slug}" replied with status ${status} and no JSON.`)
}

const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

const isJson = (headers: Headers): boolean => JSON_TYPE.test(headerValue(headers, 'content-type') ?? '')

/** Headers of the agent that clients get. */
const RETURNED = ['content-type', 'a2a-extensions', 'x-a2a-extensions', 'retry-after']
const STREAM_HEADERS: Headers = ['cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no']

const replyHeaders = ({ headers }: AgentReply): Headers => [
  ...RETURNED.flatMap(name => {
    const value = headerValue(headers, name)
    return value === undefined ? [] : [name, value]
  }),
  ...(isEventStream(headers) ? STREAM_HEADERS : []),
]

/** The extended card is rewritten like the public one. */
async function cardReply(
  agent: LinkedAgent,
  reply: AgentReply,
  { resultOf, withResult }: OperationEnvelope,
): Promise<AgentOperationReply> {
  const { status, body } = reply
  const plain = { reply: agentReply(status, body, replyHeaders(reply)) }
  if (status >= 300) return plain
  const value = body instanceof Uint8Array ? parseExactly(new TextDecoder().decode(body)) : undefined
  const card = value === undefined ? undefined : resultOf(value)
  if (value === undefined || (card === undefined && !(body instanceof Uint8Array))) {
    if (!(body instanceof Uint8Array)) body.cancel()
    return { error: failureError(NO_CARD) }
  }
  // An error of JSON-RPC.
  if (card === undefined) return plain
  const read = await agent.read(card)
  const shown = isFailure(read) ? read : read.shown
  if (isFailure(shown)) return { error: failureError(shown) }
  return { reply: agentReply(status, encodeJson(withResult(value, shown)), replyHeaders(reply)) }
}

const NO_CARD = failure('invalid_upstream_reply', 'The agent did not respond with a card.')

/**
 * Why a request about push notifications is refused. The agent calls the URLs of its notifications itself,
 * past the gateway, so only hosts of the manifest are allowed. `params` are those of JSON-RPC, or the body.
 */
function refuseWebhooks(
  { about, sends }: AgentOperation,
  params: Json | undefined,
  hosts: readonly string[],
): AgentError | undefined {
  if (about === 'push' && hosts.length === 0)
    return pushNotSupported('Push notifications are not allowed for this agent (webhook_hosts).')
  const settings =
    about === 'push' ? params : sends === true && isObject(params) ? params['configuration'] : undefined
  const refused = settings === undefined ? undefined : urlsIn(settings).find(url => !isAllowed(url, hosts))
  return refused === undefined
    ? undefined
    : pushNotSupported(
        `Push notifications may not be sent to ${quoted(refused)}: only to https URLs of the hosts that webhook_hosts names.`,
      )
}

/** Every member `url`, however deep: the versions place it differently. */
function urlsIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(urlsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'url' ? [typeof member === 'string' ? member : ''] : urlsIn(member),
  )
}

function isAllowed(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, username, password } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts.some(each => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each))
}
