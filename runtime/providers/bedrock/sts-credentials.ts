// Temporary credentials from STS, with a session token: for a role that the stored keys may assume, or one that a
// token of another identity provider is exchanged for. The driver caches them serialized as one token.

import { asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { stsOrigin } from '../../../schemas/values/token-origins.ts'
import type { AuthenticationContext, Credentials, TokenRequest } from '../../values/authentication.ts'
import { type AwsSigner, signRequest } from '../../values/aws-signature/sign-request.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { noToken } from '../../wire/access-token.ts'
import { regionOf } from './base-url.ts'
import { readError } from './read-error.ts'

export type AwsCredentials = Pick<AwsSigner, 'accessKey' | 'secretKey' | 'sessionToken'>

const ROLE_SETTING = 'cloud1_assume_role_arn'
/** The role session name in AWS logs. */
const SESSION_NAME = 'portolan'
/** Default lifetime in milliseconds of credentials without an expiration. */
const DEFAULT_TTL = 3_600_000
const FORM_HEADERS = ['content-type', 'application/x-www-form-urlencoded; charset=utf-8']

/** The stored keys; undefined if there is no pair. */
export function storedKeys(credentials: Credentials): AwsCredentials | undefined {
  const accessKey = asText(credentials['cloud1_access_key_id'])
  const secretKey = asText(credentials['cloud1_secret_access_key'])
  if (accessKey === undefined || secretKey === undefined) return undefined
  const sessionToken = asText(credentials['cloud1_session_token'])
  return { accessKey, secretKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}

/** The credentials in a serialized token. */
export function parseCredentials(token: string): AwsCredentials | undefined {
  const { accessKey, secretKey, sessionToken } = asObject(parseJson(token))
  const isPair = typeof accessKey === 'string' && typeof secretKey === 'string'
  return isPair && typeof sessionToken === 'string' ? { accessKey, secretKey, sessionToken } : undefined
}

/** The request for a role's credentials; undefined if none is to be assumed. */
export function assumeRoleRequest(
  credentials: Credentials,
  settings: Readonly<Record<string, unknown>>,
  context: AuthenticationContext,
): TokenRequest | Failure | undefined {
  const role = asText(credentials[ROLE_SETTING])
  const identity = asText(credentials['cloud1_web_identity_token'])
  if (credentials['api_key'] !== undefined || (role === undefined && identity === undefined)) return undefined
  const keys = storedKeys(credentials)
  const region = regionOf(settings)
  if (typeof region !== 'string') return region
  if (role === undefined || !/^arn:[a-z0-9-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(role))
    return invalidConfig(ROLE_SETTING, `${ROLE_SETTING} must be the ARN of a role.`)
  if (identity === undefined && keys === undefined)
    return invalidConfig(
      ROLE_SETTING,
      `${ROLE_SETTING} requires access keys that may assume the role, or cloud1_web_identity_token.`,
    )
  const externalId = asText(settings['cloud1_assume_role_external_id'])
  const body = new URLSearchParams({
    Action: identity === undefined ? 'AssumeRole' : 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: SESSION_NAME,
    ...(identity === undefined ? {} : { WebIdentityToken: identity }),
    ...(identity !== undefined || externalId === undefined ? {} : { ExternalId: externalId }),
  }).toString()
  const origin = stsOrigin(region)
  return {
    key: context.hash(JSON.stringify([origin, body, identity === undefined ? keys : null])),
    method: 'POST',
    origin,
    path: '/',
    // Signed lazily, when it is sent: most calls find cached credentials.
    get headers() {
      if (identity !== undefined || keys === undefined) return FORM_HEADERS
      const request = { method: 'POST', path: '/', headers: ['host', new URL(origin).host, ...FORM_HEADERS] }
      const signature = { ...keys, region, service: 'sts' }
      const style = { normalize: true, sendBodyHash: false }
      const unsignedRequest = { ...request, body: new TextEncoder().encode(body) }
      return [...FORM_HEADERS, ...signRequest(unsignedRequest, signature, style, context)]
    },
    body,
    read: readCredentials,
  }
}

const invalidConfig = (param: string, message: string): Failure =>
  failure('invalid_config', message, { param })

/** STS returns XML, of which a few fields are needed: unescaped characters, each occurring once. */
const FIELDS = {
  accessKey: /<AccessKeyId>([^<]+)<\/AccessKeyId>/,
  secretKey: /<SecretAccessKey>([^<]+)<\/SecretAccessKey>/,
  sessionToken: /<SessionToken>([^<]+)<\/SessionToken>/,
  expiration: /<Expiration>([^<]+)<\/Expiration>/,
}

function readCredentials(status: number, body: unknown, now: number): ReturnType<TokenRequest['read']> {
  const text = asText(body) ?? ''
  const field = (name: keyof typeof FIELDS): string | undefined => FIELDS[name].exec(text)?.[1]?.trim()
  const accessKey = field('accessKey')
  const secretKey = field('secretKey')
  const sessionToken = field('sessionToken')
  if (status !== 200 || !accessKey || !secretKey || !sessionToken) {
    const error = status === 200 ? undefined : readError(body, status)
    const reason = error?.message ?? 'The reply contains no credentials.'
    return noToken(
      status,
      error?.type ?? undefined,
      `AWS returned no credentials for ${ROLE_SETTING}: ${reason}`,
    )
  }
  const expiresAt = Date.parse(field('expiration') ?? '')
  return {
    token: JSON.stringify({ accessKey, secretKey, sessionToken }),
    expiresAt: Number.isNaN(expiresAt) ? now + DEFAULT_TTL : expiresAt,
  }
}
