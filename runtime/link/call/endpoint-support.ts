// Resolves how a target supports an endpoint: in the vendor's schema, in the native dialect, or translated to chat
// completions; and the path of the endpoint below the base URL of its provider.

import type { InboundApi } from '../../inbound/inbound-api.ts'
import { inboundApis } from '../../inbound/inbound-apis.ts'
import { fillTemplate, isTemplate } from '../../providers/template.ts'
import { vendorSchemaAdapter } from '../../providers/vendor-schema.ts'
import type { AdapterContext, Endpoint } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import type { Failure } from '../../values/failures.ts'
import type { LimitReplies } from '../link-context.ts'
import type { NativeEndpoint, RepairReply, Target } from '../target/target.ts'
import { forwardsOwnHeaders } from './request-headers.ts'

/** The endpoint is translated to chat completions, which the provider supports. */
export interface TranslatedEndpoint {
  readonly api: InboundApi
  readonly chat: NativeEndpoint
}

/** `model` is the effective model: some providers support an endpoint only for some models. */
export function endpointSupport(
  target: Target,
  endpoint: Endpoint,
  model: string,
): NativeEndpoint | TranslatedEndpoint | undefined {
  const native = nativeEndpoint(target, endpoint)
  if (native !== undefined && native.adapter?.supportsModel?.(model) !== false) return native
  const api = isInbound(endpoint) ? inboundApis[endpoint] : undefined
  const chat = api && nativeEndpoint(target, 'chat/completions')
  return api && chat && { api, chat }
}

const isInbound = (endpoint: Endpoint): endpoint is Endpoint & keyof typeof inboundApis =>
  endpoint in inboundApis

export const isTranslated = (serving: NativeEndpoint | TranslatedEndpoint): serving is TranslatedEndpoint =>
  'api' in serving

/** Resolved once per target, on first use. */
function nativeEndpoint(target: Target, endpoint: Endpoint): NativeEndpoint | undefined {
  const known = target.endpoints.get(endpoint)
  if (known !== undefined) return known
  const path = target.spec.routes[endpoint]
  if (path === undefined) return undefined
  const adapter =
    target.ownAdapter?.endpoints[endpoint] ?? (target.adapter ?? vendorSchemaAdapter).endpoints[endpoint]
  const resolved: NativeEndpoint = {
    endpoint,
    adapter,
    repair: adapter === undefined ? repairOf(endpoint, target) : undefined,
    path,
    fixedPath: target.adapter?.path === undefined && !isTemplate(path) ? path : undefined,
    forwardsHeaders: forwardsOwnHeaders(endpoint, target.spec),
  }
  target.endpoints.set(endpoint, resolved)
  return resolved
}

/** The path from the adapter or the provider spec; unset placeholders were reported at compile time. */
export function endpointPath(
  { endpoint, path, fixedPath }: NativeEndpoint,
  { adapter, settings }: Target,
  context: AdapterContext,
): string | Failure {
  if (adapter?.path !== undefined) return adapter.path(endpoint, context)
  return fixedPath ?? fillTemplate(path, { ...settings, model: context.model }) ?? path
}

/** Appends the query of the client, for bodies that pass unchanged. */
export function withQueryOf({ path }: Call, pathname: string): string {
  const query = path.indexOf('?')
  if (query < 0 || query === path.length - 1) return pathname
  return pathname + (pathname.includes('?') ? '&' : '?') + path.slice(query + 1)
}

// Replies in the vendor's schema that are not passed unread, each with the code that reads them, which is loaded when it is first needed.

const normalizeChat: RepairReply = async () =>
  (await import('../../providers/compatible/compatible.ts')).normalizedChat

/** Clients of the vendor request base64 by themselves, and read nothing else then. */
const packVectors: RepairReply = ({ body }) =>
  body.field('encoding_format') === 'base64'
    ? import('../../providers/compatible/packed-embeddings.ts').then(
        ({ packedEmbeddings }) => packedEmbeddings,
      )
    : undefined

/** Compliance that is written out: what deviates is repaired, and foreign fields are left out. The vendor's own hosts deviate in nothing. */
export function limitToVendor(
  call: Call,
  serving: NativeEndpoint,
  target: Target,
  limitReplies: LimitReplies | undefined,
): ReturnType<RepairReply> {
  if (limitReplies === undefined)
    return import('./vendor-fields-only.ts').then(({ withVendorFieldsOnly }) =>
      limitToVendor(call, serving, target, withVendorFieldsOnly),
    )
  const { endpoint, adapter } = serving
  const isRaw = adapter === undefined || adapter.requestOnly === true
  const repair =
    isRaw && target.spec.packsVectors !== true ? repairs[endpoint]?.(call, serving, target) : undefined
  return repair instanceof Promise
    ? repair.then(repaired => limitReplies(endpoint, repaired, target))
    : limitReplies(endpoint, isRaw ? repair : adapter, target)
}

const repairs: { readonly [E in NativeEndpoint['endpoint']]?: RepairReply } = {
  'chat/completions': normalizeChat,
  embeddings: packVectors,
}

/** For an endpoint whose replies pass unread otherwise: of a provider that is known or declared to deviate. */
export function repairOf(
  endpoint: NativeEndpoint['endpoint'],
  { spec, settings }: Pick<Target, 'spec' | 'settings'>,
): RepairReply | undefined {
  if (endpoint === 'embeddings') return spec.packsVectors === true ? undefined : packVectors
  return spec.deviating === true || settings?.['deviating'] === true ? repairs[endpoint] : undefined
}
