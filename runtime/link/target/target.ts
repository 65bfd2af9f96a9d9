// Where one call goes: everything about a provider that does not depend on the request, prepared when a plan is
// linked (or, for a provider that the request names, when it is first named).
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Adapter } from '../../values/adapter.ts'
import type { Credentials } from '../../values/authentication.ts'
import type { Headers } from '../../values/headers.ts'
import type { LinkContext } from '../link-context.ts'
import { linkMask, type Mask } from './mask-credentials.ts'
import type { RequestSigner } from './sign.ts'

export interface Target {
  readonly spec: ProviderSpec
  /** Undefined for providers that speak the vendor's schema. */
  readonly adapter: Adapter | undefined
  readonly origin: string
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: string
  /** The credential in the provider's form, the row's own headers, and settings sent as headers. */
  readonly headers: Headers
  /** The same behind the content type of JSON: what most requests carry. */
  readonly jsonHeaders: Headers
  /** Tells addresses, credentials and settings apart for the cache without telling what they are. */
  readonly identity: () => string
  /** True when the host was named by a config or a caller, so that the address dialled must be public or trusted. */
  readonly mustBePublic: boolean
  /** Non-secret properties of the binding by their names in the config. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Present where the credential is more than a header: a signature, or a token to be exchanged. */
  readonly signer: RequestSigner | undefined
  /** Takes the target's credentials out of a text of its provider. */
  readonly mask: Mask
}

/** What a target knows of who calls. */
export interface Identity {
  /** The API key of the provider, if there is one. */
  readonly key: string | undefined
  /** All secrets by the names of their properties. */
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, unknown>>
}

/** Makes a target from a base URL that has been checked before. */
export function targetAt(
  spec: ProviderSpec,
  address: string,
  { key, credentials, settings }: Identity,
  mustBePublic: boolean,
  parts: Pick<LinkContext, 'adapter' | 'ports'>,
): Target {
  const adapter = parts.adapter(spec)
  const authentication = adapter?.authentication
  const allSettings = { ...adapter?.settingsFromCredentials?.(credentials), ...settings }
  const headers = targetHeaders(spec, key, allSettings)
  const { hash } = parts.ports
  // What was judged is the URL as it was parsed, so that is what is called: texts of URLs can be read in two ways.
  const { origin: parsed, protocol, host, pathname } = new URL(address)
  const origin = parsed === 'null' ? `${protocol}//${host}` : parsed
  const prefix = pathname.replace(/\/+$/, '')
  let identity: string | undefined
  return {
    spec,
    adapter,
    origin,
    prefix,
    headers,
    jsonHeaders: ['content-type', 'application/json', ...headers],
    mustBePublic,
    settings: allSettings,
    mask: linkMask(key, credentials),
    signer: authentication && { authentication, credentials, settings: allSettings },
    identity: () => {
      identity ??= hash(JSON.stringify([spec.id, origin, prefix, headers, credentials, settings]))
      return identity
    },
  }
}

/**
 * The token of an `Authorization` header: the scheme is the gateway's business, not the provider's. A header without a
 * token carries no credential.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer(?:\s+|$)/i, '') || undefined

/** The headers of a provider: its credential in its own form, the row's fixed headers, settings by the row's names. */
export function targetHeaders(
  spec: ProviderSpec,
  credential: string | undefined,
  settings: Readonly<Record<string, unknown>>,
): Headers {
  const headers: string[] = []
  if (credential !== undefined && spec.auth.form === 'bearer')
    headers.push('authorization', `Bearer ${credential}`)
  if (credential !== undefined && spec.auth.form === 'header') {
    const { name = 'x-api-key', scheme } = spec.auth
    headers.push(name, scheme === undefined ? credential : `${scheme} ${credential}`)
  }
  for (const [name, value] of Object.entries(spec.headers ?? {})) headers.push(name, value)
  for (const [property, name] of Object.entries(spec.settings ?? {})) {
    const value = settings[property]
    if (typeof value === 'string') headers.push(name, value)
  }
  return headers
}
