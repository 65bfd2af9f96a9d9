// The base URL of a provider: its row says it, with places for a region or a resource; where that is not enough, its
// adapter does.
import type { AddressFault } from '../../compiler/catalog.ts'
import { placesOf } from '../../compiler/places.ts'
import type { ProviderRow } from '../../schemas/generated/types.ts'
import { isFailure } from '../failures.ts'
import { adapters } from './registry.ts'
import { fillTemplate } from './template.ts'

/** Undefined where the provider has no address of its own, or a setting that it needs is missing. */
export function providerAddress(
  row: ProviderRow,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const address = adapters[row.dialect]?.address?.(settings)
  if (address !== undefined) return isFailure(address) ? undefined : address
  return row.baseUrl === undefined ? undefined : fillTemplate(row.baseUrl, settings)
}

/** Why settings mean no address. Providers that have none at all are told otherwise: they ask for a custom host. */
export function addressFault(
  row: ProviderRow,
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
