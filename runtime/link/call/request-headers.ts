// Selects the headers sent to the provider. Known endpoints send the few they need; pass-through requests send the
// client's headers except gateway, hop-by-hop and credential headers (semantics, section 12).
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Endpoint } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import { type Headers, headerValue, hopNames, IDENTITY } from '../../values/headers.ts'
import type { Target } from '../target/target.ts'
import { withClientDialect, withKnownBetas } from './beta-features.ts'

/** Never forwarded: hop-by-hop headers, headers of the upstream connection, and credentials. */
const DROPPED = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'cookie',
  'authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'metadata-flavor',
  'metadata',
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
])

/** Headers that describe the body sent or the reply accepted, both of which the gateway controls. */
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'accept-encoding', 'range'])

const NO_HEADERS: Headers = []
/** Client headers that are part of a dialect: the provider's interpretation of the body depends on them. */
const DIALECT_HEADERS: Readonly<Record<string, readonly string[]>> = {
  messages: ['anthropic-beta', 'anthropic-version'],
  'messages/count_tokens': ['anthropic-beta', 'anthropic-version'],
}

const OPENAI_DIALECTS: ReadonlySet<string> = new Set(['vendor', 'cloud2'])

/** Calls of clients of another vendor have none of a vendor's headers; those of chats have OpenAI's. */
const dialectHeaders = ({ endpoint }: Call, { spec }: Target): readonly string[] | undefined => {
  const names = endpoint === undefined ? undefined : DIALECT_HEADERS[endpoint]
  const isOwn = names === undefined ? OPENAI_DIALECTS.has(spec.dialect) : spec.dialect === 'anthropic'
  return isOwn ? (spec.clientHeaders ?? names) : names
}

/** The headers of a request whose body the gateway wrote or understands. `forward` is lower-case. */
export function requestHeaders(
  call: Call,
  target: Target,
  forward: readonly string[],
  prefix: string,
  contentType?: string,
): Headers {
  const forwarded = withEndpointHeaders(call, target, forwardedHeaders(call, target, forward, prefix))
  if (contentType === undefined) {
    const own =
      dialectHeaders(call, target) === undefined
        ? target.jsonHeaders
        : withClientDialect(target.jsonHeaders, call, target)
    return forwarded.length === 0 ? own : [...own, ...forwarded]
  }
  return ['content-type', contentType, ...target.headers, ...IDENTITY, ...forwarded]
}

/** Headers that the provider requires of an endpoint, which replace those that are forwarded. */
function withEndpointHeaders({ endpoint }: Call, { spec }: Target, forwarded: Headers): Headers {
  const required = endpoint === undefined ? undefined : spec.endpointHeaders?.[endpoint]
  if (required === undefined) return forwarded
  const isReplaced = (name = ''): boolean => Object.hasOwn(required, name.toLowerCase())
  const others = forwarded.filter((_, index) => !isReplaced(forwarded[index - (index % 2)]))
  return [...others, ...Object.entries(required).flat()]
}

/** The client headers forwarded in addition: those listed by the request, else by the config. */
export function forwardedHeaders(
  call: Call,
  target: Target,
  forward: readonly string[],
  prefix: string,
): Headers {
  const cloud = cloudHeaders(call, target)
  const others = wantedHeaders(call, target, forward, prefix)
  return cloud.length === 0 ? others : [...cloud, ...others]
}

/** The neutral name of the header that selects shared or dedicated capacity in the third cloud. */
const REQUEST_TYPE = 'x-cloud3-llm-request-type'

/** Whether client headers are part of the endpoint at the provider, so that some are always forwarded. */
export const forwardsOwnHeaders = (endpoint: Endpoint, { dialect, endpointHeaders }: ProviderSpec): boolean =>
  dialect === 'cloud3' ||
  Object.hasOwn(DIALECT_HEADERS, endpoint) ||
  endpointHeaders?.[endpoint] !== undefined

function cloudHeaders({ headers }: Call, { spec }: Target): Headers {
  const type = spec.dialect === 'cloud3' ? headerValue(headers, REQUEST_TYPE) : undefined
  return type === undefined ? NO_HEADERS : ['x-vertex-ai-llm-request-type', type]
}

function wantedHeaders(call: Call, target: Target, forward: readonly string[], prefix: string): Headers {
  const wanted = call.options.forwardHeaders ?? forward
  const dialect = dialectHeaders(call, target)
  const isWanted = (name: string): boolean =>
    (wanted.includes(name) && !BODY_HEADERS.has(name)) || dialect?.includes(name) === true
  noteDropped(call, isWanted)
  if (wanted.length === 0 && dialect === undefined) return NO_HEADERS
  const picked = pick(call.headers, target, isWanted, prefix)
  return dialect === undefined ? picked : withKnownBetas(picked, target)
}

/** Most names of a record, and characters of each. */
const MAX_NAMES = 20
const MAX_NAME = 64

function noteDropped({ options, record }: Call, isSent: (name: string) => boolean): void {
  const dropped = options.unread?.filter(name => !isSent(name)) ?? []
  record.droppedHeaders =
    dropped.length === 0
      ? undefined
      : [...new Set(dropped)].slice(0, MAX_NAMES).map(name => name.slice(0, MAX_NAME))
}

/**
 * The page that a browser sends a request for does not concern the provider, which may refuse browsers; neither does the trace of a
 * client, unless the manifest propagates it (`propagateTrace`).
 */
const NOT_PASSED_THROUGH = new Set(['origin', 'referer', 'traceparent', 'tracestate'])
const isPassedThrough = (name: string): boolean => !NOT_PASSED_THROUGH.has(name)

/**
 * The headers of a pass-through request. A client that names no content coding is taken to accept none. Headers that are settings of the
 * provider, such as its project, are not the client's to choose with the provider's key, unless `forward` or the request names them.
 */
export function passThroughHeaders(
  call: Call,
  target: Target,
  prefix: string,
  forward: readonly string[] = NO_HEADERS,
): Headers {
  const { settings, clientHeaders } = target.spec
  const wanted = call.options.forwardHeaders ?? forward
  const isSetting = (name: string): boolean =>
    settings !== undefined &&
    Object.values(settings).includes(name) &&
    clientHeaders?.includes(name) !== true &&
    !wanted.includes(name)
  const isSent = (name: string): boolean => isPassedThrough(name) && !isSetting(name)
  noteDropped(call, isSent)
  const picked = pick(call.headers, target, isSent, prefix)
  const coding = headerValue(call.headers, 'accept-encoding') === undefined ? IDENTITY : NO_HEADERS
  return [...withClientDialect(target.headers, call, target), ...picked, ...coding]
}

/** WebSocket subprotocol that carries a credential, since browsers cannot set headers. */
const CREDENTIAL_PROTOCOL = /^openai-insecure-api-key\./i

/** The headers of a WebSocket upgrade request. */
export function tunnelHeaders(
  call: Call,
  target: Target,
  prefix: string,
  forward: readonly string[],
): Headers {
  const headersSent = passThroughHeaders(call, target, prefix, forward)
  const list = ['connection', 'Upgrade', 'upgrade', 'websocket']
  for (let index = 0; index + 1 < headersSent.length; index += 2) {
    const name = headersSent[index] ?? ''
    const value = headersSent[index + 1] ?? ''
    if (name.toLowerCase() !== 'sec-websocket-protocol') {
      list.push(name, value)
      continue
    }
    const protocols = value.split(',').map(protocol => protocol.trim())
    const protocolsSent = protocols.filter(protocol => !CREDENTIAL_PROTOCOL.test(protocol)).join(', ')
    if (protocolsSent !== '') list.push(name, protocolsSent)
  }
  return list
}

function pick(headers: Headers, target: Target, wanted: (name: string) => boolean, prefix: string): string[] {
  const reserved = new Set(
    target.headers.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()),
  )
  const connectionNamed = hopNames(headers)
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const lower = name.toLowerCase()
    if (!wanted(lower) || DROPPED.has(lower) || lower.startsWith(prefix)) continue
    if (reserved.has(lower) || connectionNamed?.has(lower) === true) continue
    list.push(name, headers[index + 1] ?? '')
  }
  return list
}
