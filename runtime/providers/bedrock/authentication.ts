// How a credential of the first cloud goes along: an API key as a bearer token, a pair of keys as a signature. The pair
// is the stored one, or one that was lent for a role.
import { failure } from '../../failures.ts'
import { headerValue } from '../../headers.ts'
import type { Authentication } from '../authentication.ts'
import { asText } from '../wire/json.ts'
import { regionOf, storageOrigin } from './address.ts'
import { askForKeys, keysOf, storedKeys } from './lent-keys.ts'
import { signRequest } from './sign-request.ts'

/** `service` is what the interface is called in signatures. */
export const authenticationFor = (service: string): Authentication => ({
  token: askForKeys,
  headers: (request, credentials, settings, token, context) => {
    const apiKey = asText(credentials['api_key'])
    const inStorage = isStorage(request.origin, settings)
    // The key of one service is no business of another.
    if (apiKey !== undefined && !inStorage) return ['authorization', `Bearer ${apiKey}`]
    const keys = token === undefined ? storedKeys(credentials) : keysOf(token)
    if (keys === undefined)
      return failure(
        'invalid_config',
        inStorage
          ? 'S3 needs cloud1_access_key_id and cloud1_secret_access_key: an API key of Bedrock does not open it.'
          : 'AWS Bedrock needs cloud1_access_key_id and cloud1_secret_access_key, or api_key.',
      )
    const region = regionOf(settings)
    if (typeof region !== 'string') return region
    const host = headerValue(request.headers, 'host') ?? new URL(request.origin).host
    return signRequest(
      { ...request, headers: ['host', host, ...awsHeaders(request.headers)] },
      { ...keys, region, service: inStorage ? 's3' : service },
      { normalize: !inStorage, pathAsSent: inStorage, tellHash: true },
      context,
    )
  },
})

export const authentication: Authentication = authenticationFor('bedrock')

/** What must be signed beside the host. Other headers are not, because proxies on the way may touch them. */
const awsHeaders = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && /^x-amz-/i.test(name) ? [name, headers[index + 1] ?? ''] : [],
  )

function isStorage(origin: string, settings: Readonly<Record<string, unknown>>): boolean {
  const region = regionOf(settings)
  return typeof region === 'string' && origin === storageOrigin(region)
}
