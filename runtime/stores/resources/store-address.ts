// The address of a store with its password, from the manifest or from an option, in both of which a reference may hold the
// password or all of it.
import { readFileSync } from 'node:fs'
import { lowerServiceUrl, type ServiceLocation } from '../../../compiler/lower/service-url.ts'
import { StoreError } from '../../control/core/store-error.ts'

/** Throws a `StoreError` if the variable or the file of a reference is missing. */
export function storeAddress(
  location: ServiceLocation,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const { address, secret } = location
  if (secret === undefined) return address ?? ''
  const value = secret.source === 'env' ? environment[secret.name] : readSecret(secret.name)
  if (value === undefined || value === '')
    throw new StoreError(
      'invalid-address',
      `The address of the store needs the ${secret.source === 'env' ? 'environment variable' : 'file'} ${secret.name}.`,
    )
  if (address === undefined) return value.trim()
  const url = new URL(address)
  url.password = encodeURIComponent(value.trim())
  return url.href
}

/** The address in an option, such as `sqlite:store.db` or `${env:STORE_URL}`. */
export const addressOfOption = (
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string => storeAddress(lowerServiceUrl(text), environment)

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
