// How a credential of the first cloud goes along: an API key as a bearer token, a pair of keys as a signature.
import { failure } from '../../failures.ts'
import { headerValue } from '../../headers.ts'
import type { Authentication } from '../authentication.ts'
import { asText } from '../wire/json.ts'
import { regionOf } from './address.ts'
import { signRequest } from './sign-request.ts'

export const authentication: Authentication = {
  headers: (request, credentials, settings, _, context) => {
    const apiKey = asText(credentials['api_key'])
    if (apiKey !== undefined) return ['authorization', `Bearer ${apiKey}`]
    const accessKey = asText(credentials['cloud1_access_key_id'])
    const secretKey = asText(credentials['cloud1_secret_access_key'])
    if (accessKey === undefined || secretKey === undefined)
      return failure(
        'invalid_config',
        'AWS Bedrock needs cloud1_access_key_id and cloud1_secret_access_key, or api_key.',
      )
    const region = regionOf(settings)
    if (typeof region !== 'string') return region
    const sessionToken = asText(credentials['cloud1_session_token'])
    const host = headerValue(request.headers, 'host') ?? new URL(request.origin).host
    return signRequest(
      { ...request, headers: ['host', host, ...awsHeaders(request.headers)] },
      {
        accessKey,
        secretKey,
        ...(sessionToken === undefined ? {} : { sessionToken }),
        region,
        service: 'bedrock',
      },
      { normalize: true, tellHash: true },
      context,
    )
  },
}

/** What must be signed beside the host. Other headers are not, because proxies on the way may touch them. */
const awsHeaders = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && /^x-amz-/i.test(name) ? [name, headers[index + 1] ?? ''] : [],
  )
