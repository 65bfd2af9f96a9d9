// Which headers reach the provider. Known endpoints send the little they need; what is passed through keeps the
// client's headers but for those that belong to the gateway, the hop or the credential (semantics, section 12).
import type { Call } from '../../values/call.ts'
import { type Headers, headerValue, hopNames } from '../../values/headers.ts'
import type { Target } from '../target/target.ts'

/** Never sent on: they belong to one hop, to the gateway's own connection, or to another credential. */
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
  'expect',
  'content-length',
  'cookie',
  'authorization',
  'x-api-key',
  'api-key',
  'metadata-flavor',
  'metadata',
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
])

/** Of the body that the gateway writes and of the reply that it must be able to read. */
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'accept-encoding', 'range'])

const NO_HEADERS: Headers = []
/** Headers of the client that belong to the words of its body: without them a provider would read it otherwise. */
const DIALECT_HEADERS: Readonly<Record<string, readonly string[]>> = {
  messages: ['anthropic-beta', 'anthropic-version'],
  'messages/count_tokens': ['anthropic-beta', 'anthropic-version'],
}

/** The headers of a call whose body the gateway wrote or understands. `forward` is lower-case. */
export function requestHeaders(
  call: Call,
  target: Target,
  forward: readonly string[],
  prefix: string,
  contentType?: string,
): Headers {
  const forwarded = forwardedHeaders(call, target, forward, prefix)
  if (contentType === undefined)
    return forwarded.length === 0 ? target.jsonHeaders : [...target.jsonHeaders, ...forwarded]
  return ['content-type', contentType, ...target.headers, ...forwarded]
}

/** The client's headers that such a call carries besides: the request's own list, else that of the config. */
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

/** A neutral name of the interface, as the third cloud knows it: shared or dedicated capacity. */
const REQUEST_TYPE = 'x-cloud3-llm-request-type'

function cloudHeaders({ headers }: Call, { spec }: Target): Headers {
  const type = spec.dialect === 'cloud3' ? headerValue(headers, REQUEST_TYPE) : undefined
  return type === undefined ? NO_HEADERS : ['x-vertex-ai-llm-request-type', type]
}

function wantedHeaders(call: Call, target: Target, forward: readonly string[], prefix: string): Headers {
  const wanted = call.options.forwardHeaders ?? forward
  const dialect = call.endpoint === undefined ? undefined : DIALECT_HEADERS[call.endpoint]
  if (wanted.length === 0 && dialect === undefined) return NO_HEADERS
  const isWanted = (name: string): boolean =>
    (wanted.includes(name) && !BODY_HEADERS.has(name)) || dialect?.includes(name) === true
  return pick(call.headers, target, isWanted, prefix)
}

/** The headers of a call that is passed through. */
export function passThroughHeaders(call: Call, target: Target, prefix: string): Headers {
  return [...target.headers, ...pick(call.headers, target, () => true, prefix)]
}

/** Protocols of a WebSocket that carry a credential: browsers cannot send one otherwise. */
const CREDENTIAL_PROTOCOL = /^openai-insecure-api-key\./i

/** The headers of a request for a tunnel. */
export function tunnelHeaders(call: Call, target: Target, prefix: string): Headers {
  const headersSent = passThroughHeaders(call, target, prefix)
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
