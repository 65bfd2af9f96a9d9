// The cache key (semantics, section 9): entries are never shared between workspaces, credentials, providers or
// endpoints; the body counts as sent, without the parameters that only select streaming; metadata count unless a
// namespace replaces them.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { canonical } from '../body/canonical.ts'
import type { Call } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { isFailure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { Ports } from '../ports.ts'

export interface Identified {
  readonly provider: string
  /** Identifies provider, base URL, credential and settings. */
  readonly identity: string
  /** The body after overrides. */
  readonly body: JsonObject
  /** Whether the reply conforms strictly to the vendor's schema. */
  readonly strict: boolean
  /** Client headers that are forwarded to the provider. */
  readonly forwarded: Headers
}

/** Parameters that affect how the reply is delivered, not its content. */
const OF_THE_TELLING: ReadonlySet<string> = new Set(['stream', 'stream_options'])

/** Everything in the key except the body. */
export function around(call: Call, { provider, identity, strict, forwarded }: Identified): readonly Json[] {
  const { endpoint = '', options, path, workspace, metadata } = call
  const question = path.indexOf('?')
  const query = question < 0 ? '' : path.slice(question)
  const { cacheNamespace: namespace } = options
  const partition: Json = namespace === undefined ? { metadata } : { namespace }
  return [workspace, provider, identity, endpoint, query, formOf(call, strict), partition, forwarded]
}

/** Undefined for a body without a canonical form: its reply is not cached. */
export function cacheKey(call: Call, identified: Identified, hash: Ports['hash']): string | undefined {
  const own = call.body.canonical()
  const sent = call.body.json()
  if (own === undefined || isFailure(sent)) return undefined
  const { body } = identified
  const fields = Object.keys(body)
    .filter(name => !OF_THE_TELLING.has(name))
    .sort()
    .map(name => {
      // Fields that are unchanged have been serialized already.
      const written = sent[name] === body[name] ? own.fields.get(name) : undefined
      return `,${JSON.stringify(name)}:${written ?? canonical(body[name])}`
    })
  return hash(`${canonical([...around(call, identified), own.numbers])}${fields.join('')}`)
}

/** Extensions of the vendor's schema differ between streams and non-streamed replies, so these are not shared. */
function formOf({ endpoint, stream }: Call, strict: boolean): string {
  if (strict) return 'strict'
  const chunks = endpoint !== undefined && endpointFacts[endpoint].streams === 'chunks'
  return chunks && stream ? 'free stream' : 'free'
}
