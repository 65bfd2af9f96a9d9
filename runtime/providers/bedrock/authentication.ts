// Authentication at AWS: an API key as a bearer token, an access key pair as a signature. The pair is the stored
// one, or temporary credentials of a role.

import { asText } from '../../../schemas/values/json.ts'
import type { Authentication } from '../../values/authentication.ts'
import { signRequest } from '../../values/aws-signature/sign-request.ts'
import { failure } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import { regionOf, storageOrigin } from './base-url.ts'
import { assumeRoleRequest, parseCredentials, storedKeys } from './sts-credentials.ts'

/** `service` is the service name in signatures. */
export const authenticationFor = (service: string): Authentication => ({
  token: assumeRoleRequest,
  headers: (request, credentials, settings, token, context) => {
    const apiKey = asText(credentials['api_key'])
    const isForStorage = isStorage(request.origin, settings)
    // An API key is sent to its own service only.
    if (apiKey !== undefined && !isForStorage) return ['authorization', `Bearer ${apiKey}`]
    const keys = token === undefined ? storedKeys(credentials) : parseCredentials(token)
    if (keys === undefined)
      return failure(
        'invalid_config',
        isForStorage
          ? 'S3 requires cloud1_access_key_id and cloud1_secret_access_key: it does not accept a Bedrock API key.'
          : 'AWS Bedrock requires cloud1_access_key_id and cloud1_secret_access_key, or api_key.',
      )
    const region = regionOf(settings)
    if (typeof region !== 'string') return region
    const host = headerValue(request.headers, 'host') ?? new URL(request.origin).host
    return signRequest(
      { ...request, headers: ['host', host, ...awsHeaders(request.headers)] },
      { ...keys, region, service: isForStorage ? 's3' : service },
      { normalize: !isForStorage, pathAsSent: isForStorage, sendBodyHash: true },
      context,
    )
  },
})

export const authentication: Authentication = authenticationFor('bedrock')

/** Headers that must be signed in addition to the host. Others are not, because proxies may change them. */
const awsHeaders = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && /^x-amz-/i.test(name) ? [name, headers[index + 1] ?? ''] : [],
  )

function isStorage(origin: string, settings: Readonly<Record<string, unknown>>): boolean {
  const region = regionOf(settings)
  return typeof region === 'string' && origin === storageOrigin(region)
}
