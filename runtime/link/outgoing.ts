// Which headers reach the provider. Known endpoints send the little they need; what is passed through keeps the
// client's headers but for those that belong to the gateway, the hop or the credential (semantics, section 12).
import type { Call } from '../call.ts'
import type { Headers } from '../headers.ts'
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

const JSON_CONTENT: Headers = ['content-type', 'application/json']

/** The headers of a call whose body the gateway wrote or knows to be JSON. `forward` is lower-case. */
export function jsonHeaders(call: Call, target: Target, forward: readonly string[], prefix: string): Headers {
  const wanted = call.options.forwardHeaders ?? forward
  if (wanted.length === 0) return [...JSON_CONTENT, ...target.headers]
  return [
    ...JSON_CONTENT,
    ...target.headers,
    ...picked(call.headers, target, name => wanted.includes(name), prefix),
  ]
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
  const taken = new Set(target.headers.filter((_, index) => index % 2 === 0))
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const lower = name.toLowerCase()
    if (!wanted(lower) || DROPPED.has(lower) || lower.startsWith(prefix) || taken.has(lower)) continue
    list.push(name, headers[index + 1] ?? '')
  }
  return list
}
