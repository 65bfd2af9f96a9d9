// The origins that a call of one provider may reach, with its stored credentials or those of the caller: the provider's own, those of
// endpoints elsewhere, and those that a caller may name. runtime/link/target/static-binding.ts is what it describes.
import type { ProviderSpec, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { originOf } from '../../lower/origin.ts'
import { type Destination, type Opening, toOrigin, toUnknown } from './flow.ts'

export interface BoundDestination {
  readonly to: Destination
  readonly opening?: Opening
}

export type ProviderCatalog = Pick<Catalog, 'provider' | 'baseUrl'>

/** A host that a caller names in an example. */
export const ELSEWHERE = 'https://elsewhere.example'

export function destinationsOf(
  binding: StaticBinding,
  catalog: ProviderCatalog,
  mayNameHosts: boolean,
): readonly BoundDestination[] {
  const spec = catalog.provider(binding.provider)
  if (spec === undefined) return []
  const secrets = Object.values(binding.credentials)
  const isStored = secrets.length > 0
  const isOfCaller = !isStored && spec.auth.form !== 'none'
  const allowed = new Set([...secrets.flatMap(({ origins }) => origins), ...binding.allowedOrigins])
  const own = originOf(binding.baseUrl)
  // Such a provider is refused for every call.
  if (isStored && own !== undefined && !allowed.has(own)) return []
  const named: readonly BoundDestination[] = !mayNameHosts
    ? []
    : isStored
      ? [...allowed].map(origin => ({ to: toOrigin(origin), opening: { 'custom-host': origin } }))
      : [{ to: { kind: 'chosen', by: 'custom host' }, opening: { 'custom-host': ELSEWHERE } }]
  return [
    ...(own === undefined ? [] : [{ to: toOrigin(own) }]),
    ...(binding.custom ? [] : endpointOrigins(spec, isStored, allowed)),
    ...addressesOfRequests(binding, spec, isStored, isOfCaller),
    ...named,
  ]
}

const endpointOrigins = (
  { endpointBaseUrls = {} }: ProviderSpec,
  isStored: boolean,
  allowed: ReadonlySet<string>,
): readonly BoundDestination[] =>
  Object.values(endpointBaseUrls)
    .flatMap(url => originOf(url) ?? [])
    .filter(origin => !isStored || allowed.has(origin))
    .map(origin => ({ to: toOrigin(origin) }))

/** Addresses that headers of the request complete: the region of stored credentials, or the resource of the caller's own. */
function addressesOfRequests(
  { baseUrl, custom }: StaticBinding,
  spec: ProviderSpec,
  isStored: boolean,
  isOfCaller: boolean,
): readonly BoundDestination[] {
  if (isStored && baseUrl === '' && (spec.completedBy ?? []).length > 0)
    return [{ to: toUnknown(`the request names the region of ${spec.name}`) }]
  const isBuilt = spec.baseUrl === undefined || spec.baseUrl.includes('{')
  return isOfCaller && !custom && isBuilt
    ? [{ to: toUnknown(`headers of the request name the address of ${spec.name}`) }]
    : []
}
