// What makes two requests the same (semantics, section 9): nothing crosses workspaces, credentials, providers or
// endpoints; the body counts as it is sent, without `stream`; metadata count unless a namespace stands for them.
import type { Json, JsonObject } from '../../compiler/source.ts'
import type { Call } from '../call.ts'
import type { Headers } from '../headers.ts'
import type { Ports } from '../ports.ts'

export interface Identified {
  readonly provider: string
  /** Tells providers, addresses, credentials and settings apart. */
  readonly identity: string
  /** The body after overrides. */
  readonly body: JsonObject
  /** Whether the reply holds the vendor's schema and nothing else. */
  readonly strict: boolean
  /** Headers of the client that the provider sees. */
  readonly forwarded: Headers
}

export function cacheKey(
  call: Call,
  { identity, body, strict, forwarded }: Identified,
  hash: Ports['hash'],
): string {
  const { stream: _stream, ...rest } = body
  const namespace = call.options.cacheNamespace
  const partition: Json = namespace === undefined ? { metadata: call.metadata, forwarded } : { namespace }
  // What a reply says beyond the vendor's schema is spelt differently in streams, so it is not shared with them.
  const form = strict ? 'strict' : `free ${call.stream ? 'stream' : 'whole'}`
  return hash(canonical([call.workspace, identity, call.endpoint ?? '', form, rest, partition]))
}

/** JSON with sorted keys and no spaces, so that the order in which a client writes keys does not matter. */
export function canonical(value: Json | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = value as JsonObject
  const members = Object.keys(object)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(object[key])}`)
  return `{${members.join(',')}}`
}
