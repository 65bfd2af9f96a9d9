// Which headers reach the provider. Known endpoints send the little they need; what is passed through keeps the
// client's headers but for those that belong to the gateway, the hop or the credential (semantics, section 12).
import type { Call } from '../call.ts'
import { type Headers, hopNames } from '../headers.ts'
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
const JSON_CONTENT: Headers = ['content-type', 'application/json']

/** The headers of a call whose body the gateway wrote or knows to be JSON. `forward` is lower-case. */
export function jsonHeaders(call: Call, target: Target, forward: readonly string[], prefix: string): Headers {
  const forwarded = forwardedHeaders(call, target, forward, prefix)
  return forwarded.length === 0
    ? [...JSON_CONTENT, ...target.headers]
    : [...JSON_CONTENT, ...target.headers, ...forwarded]
}

/** The client's headers that such a call carries besides: the request's own list, else that of the config. */
export function forwardedHeaders(
  call: Call,
  target: Target,
  forward: readonly string[],
  prefix: string,
): Headers {
  const wanted = call.options.forwardHeaders ?? forward
  if (wanted.length === 0) return NONE
  return picked(call.headers, target, name => wanted.includes(name) && !OF_THE_BODY.has(name), prefix)
}

/** The headers of a call that is passed through. */
export function passedHeaders(call: Call, target: Target, prefix: string): Headers {
  return [...target.headers, ...picked(call.headers, target, () => true, prefix)]
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
