// Which headers reach the provider. Known endpoints send the little they need; what is passed through keeps the
// client's headers but for those that belong to the gateway, the hop or the credential (semantics, section 12).
import type { Call } from '../call.ts'
import { type Headers, headerValue, hopNames } from '../headers.ts'
import type { Target } from './target.ts'

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
const OF_THE_BODY = new Set(['content-type', 'content-encoding', 'accept-encoding', 'range'])

const NONE: Headers = []
/** Headers of the client that belong to the words of its body: without them a provider would read it otherwise. */
const OF_THE_DIALECT: Readonly<Record<string, readonly string[]>> = {
  messages: ['anthropic-beta', 'anthropic-version'],
  'messages/count_tokens': ['anthropic-beta', 'anthropic-version'],
}

/** The headers of a call whose body the gateway wrote or understands. `forward` is lower-case. */
export function bodyHeaders(
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
  const own = ofTheCloud(call, target)
  const others = wantedHeaders(call, target, forward, prefix)
  return own.length === 0 ? others : [...own, ...others]
}

/** A neutral name of the interface, as the third cloud knows it: shared or dedicated capacity. */
const REQUEST_TYPE = 'x-cloud3-llm-request-type'

function ofTheCloud({ headers }: Call, { row }: Target): Headers {
  const type = row.dialect === 'cloud3' ? headerValue(headers, REQUEST_TYPE) : undefined
  return type === undefined ? NONE : ['x-vertex-ai-llm-request-type', type]
}

function wantedHeaders(call: Call, target: Target, forward: readonly string[], prefix: string): Headers {
  const wanted = call.options.forwardHeaders ?? forward
  const dialect = call.endpoint === undefined ? undefined : OF_THE_DIALECT[call.endpoint]
  if (wanted.length === 0 && dialect === undefined) return NONE
  const isWanted = (name: string): boolean =>
    (wanted.includes(name) && !OF_THE_BODY.has(name)) || dialect?.includes(name) === true
  return picked(call.headers, target, isWanted, prefix)
}

/** The headers of a call that is passed through. */
export function passedHeaders(call: Call, target: Target, prefix: string): Headers {
  return [...target.headers, ...picked(call.headers, target, () => true, prefix)]
}

/** Protocols of a WebSocket that carry a credential: browsers cannot send one otherwise. */
const CREDENTIAL_PROTOCOL = /^openai-insecure-api-key\./i

/** The headers of a request for a tunnel. */
export function tunnelHeaders(call: Call, target: Target, prefix: string): Headers {
  const passed = passedHeaders(call, target, prefix)
  const list = ['connection', 'Upgrade', 'upgrade', 'websocket']
  for (let index = 0; index + 1 < passed.length; index += 2) {
    const name = passed[index] ?? ''
    const value = passed[index + 1] ?? ''
    if (name.toLowerCase() !== 'sec-websocket-protocol') {
      list.push(name, value)
      continue
    }
    const protocols = value.split(',').map(protocol => protocol.trim())
    const kept = protocols.filter(protocol => !CREDENTIAL_PROTOCOL.test(protocol)).join(', ')
    if (kept !== '') list.push(name, kept)
  }
  return list
}

function picked(
  headers: Headers,
  target: Target,
  wanted: (name: string) => boolean,
  prefix: string,
): string[] {
  const taken = new Set(target.headers.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()))
  const named = hopNames(headers)
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const lower = name.toLowerCase()
    if (!wanted(lower) || DROPPED.has(lower) || lower.startsWith(prefix)) continue
    if (taken.has(lower) || named?.has(lower) === true) continue
    list.push(name, headers[index + 1] ?? '')
  }
  return list
}
