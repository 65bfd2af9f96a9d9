// The secrets of a binding by property name: resolved when it is linked, except rotating ones, which are resolved on
// each read. Also splits the settings of request headers into credentials and other settings.
import { parseSecret, resolveReferences } from '../../../compiler/plan/secret-json.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { Secret, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Credentials } from '../../values/authentication.ts'
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
