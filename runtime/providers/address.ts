// The base URL of a provider: a template in its provider spec with placeholders for a region or a resource, or
// computed by its adapter.
import type { AddressFault } from '../../compiler/catalog.ts'
import { placesOf } from '../../compiler/places.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { isFailure } from '../failures.ts'
import { adapters } from './registry.ts'
import { fillTemplate } from './template.ts'

/** Undefined where the provider has no base URL, or a required setting is missing. */
export function providerAddress(
  row: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const address = adapters[row.dialect]?.address?.(settings)
  if (address !== undefined) return isFailure(address) ? undefined : address
  return row.baseUrl === undefined ? undefined : fillTemplate(row.baseUrl, settings)
}

/** Why the settings yield no base URL. Undefined for providers without one: they require a custom host. */
export function addressFault(
  row: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
): AddressFault | undefined {
  const address = adapters[row.dialect]?.address?.(settings)
  if (isFailure(address)) return { message: address.message, property: address.param }
  if (address !== undefined || row.baseUrl === undefined) return undefined
  const missing = placesOf(row.baseUrl).find(
    names => !names.some(name => typeof settings[name] === 'string' && settings[name] !== ''),
  )
  return missing && { message: `${missing.join(' or ')} is missing.`, property: missing[0] }
}
