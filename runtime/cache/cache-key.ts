// The cache key (semantics, section 9): entries are never shared between workspaces, credentials, providers or
// endpoints; the body counts as sent, without the parameters that only select streaming; metadata and forwarded headers
// count unless a namespace replaces them; a forwarded credential always does.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { canonicalValue } from '../values/body/canonical-body.ts'
import type { Call } from '../values/call.ts'
import { endpointFacts } from '../values/endpoints.ts'
import type { Headers } from '../values/headers.ts'
import type { Ports } from '../values/ports.ts'

export interface CacheIdentity {
  readonly provider: string
  /** Identifies provider, base URL, credential and settings. */
  readonly bindingId: string
  /** Fields that replace those of the client's body. */
  readonly overrides: JsonObject
  /** Whether the reply conforms strictly to the vendor's schema. */
  readonly strict: boolean
  /** Whether foreign fields are removed from replies of providers that speak the vendor's schema. */
  readonly vendorFieldsOnly?: boolean
  /** Client headers that are forwarded to the provider. */
  readonly forwarded: Headers
}

/** Parameters that affect how the reply is delivered, not its content. */
const STREAM_PARAMETERS: ReadonlySet<string> = new Set(['stream', 'stream_options'])

/** Everything in the key except the body. */
export function partition(
  call: Call,
  { provider, bindingId, strict, vendorFieldsOnly, forwarded }: CacheIdentity,
): readonly Json[] {
  const { endpoint = '', options, path, workspace, metadata } = call
  const queryStart = path.indexOf('?')
  const query = queryStart < 0 ? '' : path.slice(queryStart)
  const { cacheNamespace: namespace } = options
  const scope =
    namespace === undefined ? [{ metadata }, forwarded] : [{ namespace }, credentialsOf(forwarded)]
  const shape = vendorFieldsOnly ? "vendor's fields" : replyShape(call, strict)
  return [workspace, provider, bindingId, endpoint, query, shape, ...scope]
}

/** Names of headers that may be credentials: one too many only means fewer hits. */
const CREDENTIAL_NAME = /auth|cookie|credential|identity|jwt|key|pass|secret|session|signature|token/i

const credentialsOf = (headers: Headers): Headers =>
  headers.filter((_, index) => CREDENTIAL_NAME.test(headers[index - (index % 2)] ?? ''))

/** Undefined for a body without a canonical form: its reply is not cached. */
export function cacheKey(call: Call, identity: CacheIdentity, hash: Ports['hash']): string | undefined {
  const clientBody = call.body.canonical(hash)
  if (clientBody === undefined) return undefined
  const { overrides } = identity
  const sent = new Map(clientBody.fields)
  for (const name of Object.keys(overrides)) sent.set(name, canonicalValue(overrides[name]))
  const fields = [...sent.keys()]
    .filter(name => !STREAM_PARAMETERS.has(name))
    .sort()
    .map(name => `,${JSON.stringify(name)}:${sent.get(name)}`)
  return hash(`${canonicalValue([...partition(call, identity), clientBody.numbers])}${fields.join('')}`)
}

/** Extensions of the vendor's schema differ between streams and non-streamed replies, so these are not shared. */
function replyShape({ endpoint, stream }: Call, strict: boolean): string {
  if (strict) return 'strict'
  const chunks = endpoint !== undefined && endpointFacts[endpoint].streamFormat === 'chunks'
  return chunks && stream ? 'free stream' : 'free'
}
