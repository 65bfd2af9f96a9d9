// How one endpoint is asked at one target: in the vendor's words, in the provider's own, or as a chat behind a face.

import type { InboundApi } from '../../inbound/inbound-api.ts'
import { inboundApis } from '../../inbound/inbound-apis.ts'
import { vendorSchemaAdapter } from '../../providers/registry.ts'
import type { Endpoint, EndpointAdapter } from '../../values/adapter.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import type { Target } from '../target/target.ts'

/** The provider serves the endpoint itself. */
export interface NativeEndpoint {
  readonly endpoint: Endpoint
  /** Absent where bodies pass in the words in which they came. */
  readonly adapter: EndpointAdapter | undefined
  /** The path of the row; an adapter may give another. */
  readonly path: string
}

/** The provider serves chats, and the endpoint is one in other words. */
export interface TranslatedEndpoint {
  readonly face: InboundApi
  readonly chat: NativeEndpoint
}

/** `model` is the one that will be called: some providers serve an endpoint for some of theirs. */
export type FindServing = (
  target: Target,
  endpoint: Endpoint,
  model: string,
) => NativeEndpoint | TranslatedEndpoint | undefined

/** Finds how targets serve endpoints. What a provider has of its own is prepared when a call node first needs it. */
export function linkServing(): FindServing {
  const prepared = new WeakMap<Target['spec'], Map<Endpoint, NativeEndpoint | undefined>>()
  const nativeEndpoint = ({ spec, adapter }: Target, endpoint: Endpoint): NativeEndpoint | undefined => {
    const known = prepared.get(spec) ?? new Map<Endpoint, NativeEndpoint | undefined>()
    if (known.has(endpoint)) return known.get(endpoint)
    const path = spec.routes[endpoint]
    const serving =
      path === undefined
        ? undefined
        : { endpoint, adapter: (adapter ?? vendorSchemaAdapter).endpoints[endpoint], path }
    prepared.set(spec, known.set(endpoint, serving))
    return serving
  }
  return (target, endpoint, model) => {
    const native = nativeEndpoint(target, endpoint)
    if (native !== undefined && native.adapter?.supportsModel?.(model) !== false) return native
    const { streamFormat } = endpointFacts[endpoint]
    const face =
      streamFormat === 'responses' || streamFormat === 'messages' ? inboundApis[streamFormat] : undefined
    const chat = face && nativeEndpoint(target, 'chat/completions')
    return face && chat && { face, chat }
  }
}

export const isTranslated = (serving: NativeEndpoint | TranslatedEndpoint): serving is TranslatedEndpoint =>
  'face' in serving
