// What makes two requests the same (semantics, section 9): nothing crosses workspaces, credentials, providers or
// endpoints; the body counts as it is sent, without `stream`; metadata count unless a namespace stands for them.
import type { Json, JsonObject } from '../../compiler/source.ts'
import type { Call } from '../call.ts'
import type { Ports } from '../ports.ts'

export interface Identified {
  readonly provider: string
  readonly origin: string
  /** Tells credentials apart. */
  readonly identity: string
  /** The body after overrides. */
  readonly body: JsonObject
}

export function cacheKey(
  call: Call,
  { provider, origin, identity, body }: Identified,
  hash: Ports['hash'],
): string {
  const { stream: _stream, ...rest } = body
  const namespace = call.options.cacheNamespace
  const partition: Json = namespace === undefined ? { metadata: call.metadata } : { namespace }
  return hash(canonical([call.workspace, provider, origin, identity, call.endpoint ?? '', rest, partition]))
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
