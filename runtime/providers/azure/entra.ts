// Tokens of Entra, Azure's identity service: for a client with a secret, for a federated client, and for the
// managed identity of the machine that the gateway runs on.

import { asText } from '../../../schemas/values/json.ts'
import { ENTRA_ORIGIN } from '../../../schemas/values/token-origins.ts'
import type { AuthenticationContext, Credentials, TokenRequest } from '../../values/authentication.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { readAccessToken } from '../../wire/access-token.ts'
import { firstSetting, invalidSetting, type Settings } from './read-settings.ts'

/** The instance metadata service. Only the gateway itself may call it; callers and configs cannot. */
const METADATA = 'http://169.254.169.254'
const METADATA_VERSION = '2018-02-01'
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The token request for the credentials, or undefined where they need none. */
export function entraTokenRequest(
  credentials: Credentials,
  settings: Settings,
  defaultScope: string,
  context: AuthenticationContext,
): TokenRequest | Failure | undefined {
  const scope = firstSetting(settings, ['cloud2_entra_scope']) ?? defaultScope
  const identity = asText(credentials['cloud2_managed_identity'])
  if (identity !== undefined) return managedIdentityTokenRequest(identity, scope, context)
  const secret = asText(credentials['cloud2_entra_client_secret'])
  const federated = asText(credentials['cloud2_entra_federated_token'])
  if (secret === undefined && federated === undefined) return undefined
  const tenant = idSetting(settings, 'cloud2_entra_tenant_id')
  const client = idSetting(settings, 'cloud2_entra_client_id')
  if (isFailure(tenant)) return tenant
  if (isFailure(client)) return client
  const proof =
    secret === undefined
      ? { client_assertion_type: ASSERTION, client_assertion: federated ?? '' }
      : { client_secret: secret }
  const form = { grant_type: 'client_credentials', client_id: client.value, scope, ...proof }
  return {
    key: context.hash(JSON.stringify([tenant.value, form])),
    method: 'POST',
    origin: ENTRA_ORIGIN,
    path: `/${tenant.value}/oauth2/v2.0/token`,
    headers: ['content-type', 'application/x-www-form-urlencoded'],
    body: new URLSearchParams(form).toString(),
    read: (status, body, now) => readAccessToken('Entra', status, body, now),
  }
}

function managedIdentityTokenRequest(
  identity: string,
  scope: string,
  { hash }: AuthenticationContext,
): TokenRequest {
  // The metadata service takes resources, which are scopes without the suffix.
  const resource = scope.replace(/\/\.default$/, '')
  const query = new URLSearchParams({
    'api-version': METADATA_VERSION,
    resource,
    ...(identity === 'system' ? {} : { client_id: identity }),
  })
  return {
    key: hash(JSON.stringify(['machine', identity, resource])),
    method: 'GET',
    origin: METADATA,
    path: `/metadata/identity/oauth2/token?${query}`,
    headers: ['metadata', 'true'],
    body: '',
    read: (status, body, now) => readAccessToken('The metadata service', status, body, now),
  }
}

/** Tenants and clients are ids or domains. */
function idSetting(settings: Settings, name: string): { readonly value: string } | Failure {
  const value = firstSetting(settings, [name])
  if (value === undefined) return invalidSetting(name, `${name} is missing.`)
  if (/^[a-z0-9][a-z0-9.-]*$/i.test(value)) return { value }
  return invalidSetting(name, `${name} is not a valid Entra id.`)
}
