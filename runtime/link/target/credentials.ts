// The secrets of a binding by property name: resolved when it is linked, except rotating ones, which are resolved on each read. Also
// splits the settings of request headers into credentials and other settings, and reports the credential that a provider lacks.
import { parseSecret, resolveReferences } from '../../../compiler/plan/secret-json.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderSpec, Secret, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Credentials } from '../../values/authentication.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { StoredSecrets } from '../../values/stored-secrets.ts'
import type { LinkContext } from '../link-context.ts'

type SecretLookup = Pick<LinkContext, 'secret'>

export function resolveCredentials({ credentials: bound }: StaticBinding, parts: SecretLookup): Credentials {
  const credentials: Record<string, Json> = {}
  for (const [name, secret] of Object.entries(bound)) {
    const value = resolve(name, secret, parts)
    if (value === undefined) continue
    const get = secret.rotates === true ? () => resolve(name, secret, parts) ?? value : () => value
    Object.defineProperty(credentials, name, { get, enumerable: true })
  }
  return credentials
}

/** A service account may be a reference to its JSON, or an object with references in it. */
function resolve(name: string, secret: Secret, parts: SecretLookup): Json | undefined {
  if (secret.source === 'machine') return secret.name
  if (secret.source === 'json')
    return resolveReferences(parseSecret(secret.name), ({ source, name: of }) =>
      parts.secret({ source, name: of, origins: secret.origins }),
    )
  const value = parts.secret(secret)
  return value !== undefined && name.endsWith('_json') ? parseSecret(value) : value
}

export interface HeaderCredentials {
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, unknown>>
}

/** Splits the binding properties of a request: the secret ones are the caller's credentials. */
export function splitSecrets(properties: Readonly<Record<string, unknown>>): HeaderCredentials {
  const credentials: Record<string, Json> = {}
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(properties)) {
    if (configFacts[name]?.secret === true && typeof value === 'string') credentials[name] = value
    else settings[name] = value
  }
  return { credentials, settings }
}

/** Links what was saved by API with the secrets of the store. References of the manifest are the bundle's, whatever names them. */
export function withStoredSecrets(
  { references, secret: storedSecret }: StoredSecrets,
  parts: LinkContext,
): LinkContext {
  const { secretReferences = {} } = parts.gateway
  return {
    ...parts,
    gateway: { ...parts.gateway, secretReferences: { ...references, ...secretReferences } },
    secret: secret =>
      secret.source === 'secret' && Object.hasOwn(secretReferences, secret.name)
        ? parts.secret(secret)
        : storedSecret(secret),
  }
}

/**
 * A provider is not called without a credential that its spec requires (semantics, section 11): the secret part of one of its
 * credential sets, or an identity of the gateway's machine; the other properties are parts of the address. Returns why a target
 * lacks one; undefined when it has one or needs none. A server at a custom host may need no API
 * key, so none is required there; a signature is required everywhere.
 */
export function missingCredential(
  spec: ProviderSpec,
  credentials: Credentials,
  customHost: boolean,
  headerPrefix: string,
): Failure | undefined {
  const { form } = spec.auth
  if (form === 'none' || (customHost && form !== 'signed')) return undefined
  let required = false
  for (const set of spec.credentials) {
    let secrets = 0
    let present = 0
    for (const name of set) {
      if (!isCredential(name)) continue
      secrets += 1
      if (Object.hasOwn(credentials, name)) present += 1
    }
    if (secrets > 0 && secrets === present) return undefined
    required ||= secrets > 0
  }
  return required ? describeMissing(spec, credentials, headerPrefix) : undefined
}

const isCredential = (name: string): boolean =>
  configFacts[name]?.secret === true || configFacts[name]?.machine === true

function describeMissing(spec: ProviderSpec, credentials: Credentials, headerPrefix: string): Failure {
  const sets = spec.credentials.map(set => set.filter(isCredential)).filter(set => set.length > 0)
  const started = sets.find(set => set.some(name => Object.hasOwn(credentials, name)))
  if (started !== undefined) {
    const missing = started.filter(name => !Object.hasOwn(credentials, name))
    const locations = missing.map(name => {
      const header = configFacts[name]?.header
      return header === undefined ? name : `${name} (header ${headerPrefix}${header})`
    })
    const verb = missing.length === 1 ? 'is' : 'are'
    return failure(
      'missing_api_key',
      `The credential of ${spec.name} is incomplete: ${locations.join(' and ')} ${verb} missing.`,
      { param: missing[0] ?? '' },
    )
  }
  const properties = [...new Set(sets.map(set => set.join(' and ')))].join(', or ')
  const authorization = sets.some(set => set.includes('api_key'))
  const bearer = authorization ? 'send it as "Authorization: Bearer KEY", ' : ''
  return failure(
    'missing_api_key',
    `${spec.name} requires a credential: ${bearer}set ${properties} in the config, or name a stored provider as @slug.`,
    { param: authorization ? 'authorization' : (sets[0]?.[0] ?? '') },
  )
}
