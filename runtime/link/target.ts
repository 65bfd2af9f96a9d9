// Where one call goes: everything about a provider that does not depend on the request, prepared when a plan is
// linked (or, for a provider that the request names, when it is first named).
import type { ProviderRow } from '../../schemas/generated/types.ts'
import type { Headers } from '../headers.ts'
import type { Adapter } from '../providers/adapter.ts'

export interface Target {
  readonly row: ProviderRow
  /** Undefined for providers that speak the vendor's schema. */
  readonly adapter: Adapter | undefined
  readonly origin: string
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: string
  /** The credential in the provider's form, the row's own headers, and settings sent as headers. */
  readonly headers: Headers
  /** Tells credentials apart for the cache without telling what they are. */
  readonly identity: string
  /** True when the host was named by a config or a caller, so that the address dialled must be public or trusted. */
  readonly guarded: boolean
}

/** Splits a base URL into what undici wants. The URL has been checked before. */
export function splitBaseUrl(address: string): { readonly origin: string; readonly prefix: string } {
  const slashes = address.indexOf('//')
  const path = address.indexOf('/', slashes + 2)
  return path < 0
    ? { origin: address, prefix: '' }
    : { origin: address.slice(0, path), prefix: address.slice(path).replace(/\/+$/, '') }
}

/** The token of an `Authorization` header: the scheme is the gateway's business, not the provider's. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '')

/** The headers of a provider: its credential in its own form, the row's fixed headers, settings by the row's names. */
export function targetHeaders(
  row: ProviderRow,
  credential: string | undefined,
  settings: Readonly<Record<string, unknown>>,
): Headers {
  const headers: string[] = []
  if (credential !== undefined && row.auth.form === 'bearer')
    headers.push('authorization', `Bearer ${credential}`)
  if (credential !== undefined && row.auth.form === 'header')
    headers.push(row.auth.name ?? 'x-api-key', credential)
  for (const [name, value] of Object.entries(row.headers ?? {})) headers.push(name, value)
  for (const [property, name] of Object.entries(row.settings ?? {})) {
    const value = settings[property]
    if (typeof value === 'string') headers.push(name, value)
  }
  return headers
}
