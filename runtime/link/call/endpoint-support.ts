// Resolves how a target supports an endpoint: in the vendor's schema, in the native dialect, or translated to chat
// completions.

import type { InboundApi } from '../../inbound/inbound-api.ts'
import { inboundApis } from '../../inbound/inbound-apis.ts'
import { vendorSchemaAdapter } from '../../providers/registry.ts'
import type { Endpoint, EndpointAdapter } from '../../values/adapter.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import type { Target } from '../target/target.ts'

/** The provider supports the endpoint itself. */
export interface NativeEndpoint {
  readonly endpoint: Endpoint
  /** Undefined when bodies pass unchanged. */
  readonly adapter: EndpointAdapter | undefined
  /** The path of the provider spec; an adapter may override it. */
  readonly path: string
}

/** The endpoint is translated to chat completions, which the provider supports. */
export interface TranslatedEndpoint {
  readonly face: InboundApi
  readonly chat: NativeEndpoint
}

/** `model` is the effective model: some providers support an endpoint only for some models. */
export type FindServing = (
  target: Target,
  endpoint: Endpoint,
  model: string,
) => NativeEndpoint | TranslatedEndpoint | undefined

/** Creates a lookup; native endpoints are resolved once per provider, on first use. */
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
