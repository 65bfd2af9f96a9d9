// What makes two requests the same (semantics, section 9): nothing crosses workspaces, credentials, providers or
// endpoints; the body counts as it is sent, without what only says how the reply is told; metadata count unless a
// namespace stands for them.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { canonical } from '../body/canonical.ts'
import type { Call } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { isFailure } from '../failures.ts'
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

/** Fields that say how the reply is told and not what it says. */
const OF_THE_TELLING: ReadonlySet<string> = new Set(['stream', 'stream_options'])

/** All that tells requests apart besides their bodies. */
export function around(call: Call, { provider, identity, strict, forwarded }: Identified): readonly Json[] {
  const { endpoint = '', options, path, workspace, metadata } = call
  const question = path.indexOf('?')
  const query = question < 0 ? '' : path.slice(question)
  const { cacheNamespace: namespace } = options
  const partition: Json = namespace === undefined ? { metadata } : { namespace }
  return [workspace, provider, identity, endpoint, query, formOf(call, strict), partition, forwarded]
}

/** Undefined for a body that has no canonical form: its reply is not shared. */
export function cacheKey(call: Call, identified: Identified, hash: Ports['hash']): string | undefined {
  const own = call.body.canonical()
  const sent = call.body.json()
  if (own === undefined || isFailure(sent)) return undefined
  const { body } = identified
  const fields = Object.keys(body)
    .filter(name => !OF_THE_TELLING.has(name))
    .sort()
    .map(name => {
      // What is the client's own has been written before.
      const written = sent[name] === body[name] ? own.fields.get(name) : undefined
      return `,${JSON.stringify(name)}:${written ?? canonical(body[name])}`
    })
  return hash(`${canonical([...around(call, identified), own.numbers])}${fields.join('')}`)
}

/** What a chat says beyond the vendor's schema is spelt differently in streams, so it is not shared with them. */
function formOf({ endpoint, stream }: Call, strict: boolean): string {
  if (strict) return 'strict'
  const chunks = endpoint !== undefined && endpointFacts[endpoint].streams === 'chunks'
  return chunks && stream ? 'free stream' : 'free'
}
