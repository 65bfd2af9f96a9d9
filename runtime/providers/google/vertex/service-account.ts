// Authentication at Vertex AI: a service account, which signs a JWT that is exchanged for an access token; an
// access token of the config or the caller; or the service account attached to the gateway's machine. The
// `token_uri` of an account is ignored: a config or a caller must not choose where a signed assertion is sent.

import { toBase64Url } from '../../../../schemas/values/base64.ts'
import {
  asObject,
  asText,
  type Json,
  type JsonObject,
  parseJson,
  present,
  writeJson,
} from '../../../../schemas/values/json.ts'
import { GOOGLE_TOKEN_ORIGIN, GOOGLE_TOKEN_PATH } from '../../../../schemas/values/token-origins.ts'
import type {
  Authentication,
  AuthenticationContext,
  Credentials,
  TokenRequest,
} from '../../../values/authentication.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import { readAccessToken } from '../../../wire/access-token.ts'

const METADATA_ORIGIN = 'http://metadata.google.internal'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Lifetime of an assertion in seconds, the maximum that the provider allows. */
const ASSERTION_LIFETIME = 3600

const PROPERTY = 'cloud3_service_account_json'
const ATTACHED = 'cloud3_attached_account'

export const serviceAccount: Authentication = {
  token: (credentials, _settings, context) => {
    const account = readAccount(credentials[PROPERTY])
    if (account !== undefined) return accountTokenRequest(account, PROPERTY, context)
    const attached = asText(credentials[ATTACHED])
    return attached === undefined ? undefined : metadataTokenRequest(attached, context)
  },
  headers: (_request, credentials, _settings, token) => {
    const bearer = token ?? asText(credentials['api_key'])
    if (bearer !== undefined) return ['authorization', `Bearer ${bearer}`]
    const message = `Vertex AI requires ${PROPERTY}, or an access token as api_key or in Authorization.`
    return failure('invalid_request', message, { param: PROPERTY })
  },
}

/** The project that a service account belongs to. */
export function settingsFromAccount(credentials: Credentials): Readonly<Record<string, unknown>> {
  const project = asText(readAccount(credentials[PROPERTY])?.['project_id'])
  return project === undefined ? {} : { cloud3_project_id: project }
}

/** The request for a token of an account; `property` is where the account is configured. */
export function accountTokenRequest(
  account: JsonObject,
  property: string,
  context: AuthenticationContext,
): TokenRequest | Failure {
  const email = asText(account['client_email'])
  // Line breaks lost in an environment variable are escaped as in JSON.
  const privateKey = asText(account['private_key'])?.replaceAll('\\n', '\n')
  return email === undefined || !privateKey?.includes('PRIVATE KEY-----')
    ? invalidAccount(property, 'must contain a client_email and a private_key in PEM format')
    : tokenRequest(account, email, privateKey, property, context)
}

/** The account as an object, or as the text of its file. */
export function readAccount(value: Json | undefined): JsonObject | undefined {
  if (value === undefined || value === null) return undefined
  return asObject(typeof value === 'string' ? parseJson(value) : value)
}

const invalidAccount = (property: string, reason: string): Failure =>
  failure('invalid_request', `${property} ${reason}.`, { param: property })

/**
 * The assertion is signed lazily, when the body is read: most calls find a cached token, and a signature is
 * expensive. The cache key includes the hash of the private key, so that no caller gets another's token by knowing
 * an email address.
 */
function tokenRequest(
  account: JsonObject,
  email: string,
  privateKey: string,
  property: string,
  context: AuthenticationContext,
): TokenRequest {
  let unreadable = false
  return {
    key: context.hash(writeJson([email, SCOPE, privateKey])),
    method: 'POST',
    origin: GOOGLE_TOKEN_ORIGIN,
    path: GOOGLE_TOKEN_PATH,
    headers: ['content-type', 'application/x-www-form-urlencoded'],
    get body() {
      const assertion = signAssertion(account, email, privateKey, context)
      unreadable = assertion === undefined
      return new URLSearchParams({ grant_type: GRANT_TYPE, assertion: assertion ?? '' }).toString()
    },
    read: (status, body, now) =>
      unreadable
        ? invalidAccount(property, 'contains an unreadable private_key')
        : readAccessToken('Google', status, body, now),
  }
}

/** The signed assertion, or undefined when the key is unreadable. */
function signAssertion(
  account: JsonObject,
  email: string,
  privateKey: string,
  { now, signRsa }: AuthenticationContext,
): string | undefined {
  const header = present({ alg: 'RS256', typ: 'JWT', kid: asText(account['private_key_id']) })
  const seconds = Math.floor(now / 1000)
  const claims = {
    iss: email,
    scope: SCOPE,
    aud: GOOGLE_TOKEN_ORIGIN + GOOGLE_TOKEN_PATH,
    iat: seconds,
    exp: seconds + ASSERTION_LIFETIME,
  }
  return signedToken(writeJson(header), writeJson(claims), text => signRsa(privateKey, text))
}

/** The metadata server returns tokens of attached accounts. `account` is `default`, or the email address of one. */
const metadataTokenRequest = (account: string, { hash }: AuthenticationContext): TokenRequest => ({
  key: hash(JSON.stringify(['attached', account])),
  method: 'GET',
  origin: METADATA_ORIGIN,
  path: `/computeMetadata/v1/instance/service-accounts/${encodeURIComponent(account)}/token`,
  headers: ['metadata-flavor', 'Google'],
  body: '',
  read: (status, body, now) => readAccessToken('The metadata service', status, body, now),
})

const encoder = new TextEncoder()

/**
 * A JSON web token in compact form: header and payload, signed with an injected function; undefined without a
 * signature.
 */
export function signedToken(
  header: string,
  payload: string,
  sign: (text: string) => Uint8Array | undefined,
): string | undefined {
  const signed = [header, payload].map(part => toBase64Url(encoder.encode(part))).join('.')
  const signature = sign(signed)
  return signature && `${signed}.${toBase64Url(signature)}`
}
