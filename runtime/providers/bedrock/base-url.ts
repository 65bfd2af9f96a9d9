// The hosts of a region: models, jobs, and storage. The region comes from configs and headers, so it is validated:
// a dot in it could name another AWS service, which would receive the credential.

import { asText } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'

/** The region of the settings. */
export function regionOf(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = asText(settings['cloud1_region']) ?? ''
  if (/^[a-z0-9]+(-[a-z0-9]+)+$/.test(region)) return region
  return failure('invalid_config', 'cloud1_region must be an AWS region.', {
    param: 'cloud1_region',
  })
}

export function baseUrl(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = regionOf(settings)
  return typeof region === 'string' ? `https://bedrock-runtime.${region}.amazonaws.com` : region
}

/** Origin of batch and training jobs. */
export const jobsOrigin = (region: string): string => `https://bedrock.${region}.amazonaws.com`

/** Origin of storage, with path-style buckets: a bucket name with dots is not covered by the certificate. */
export const storageOrigin = (region: string): string => `https://s3.${region}.amazonaws.com`

/** Further origins of resource operations. */
export function resourceOrigins(settings: Readonly<Record<string, unknown>>): readonly string[] {
  const region = regionOf(settings)
  return typeof region === 'string' ? [jobsOrigin(region), storageOrigin(region)] : []
}
