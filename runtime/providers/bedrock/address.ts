// The addresses of a region: of the models, of the jobs around them, and of storage. The region comes from configs and headers, so it is held to the letters that regions have:
// a dot in it would name another service under the same roof, and the credential would go there.
import { type Failure, failure } from '../../failures.ts'
import { asText } from '../wire/json.ts'

/** The region that the settings name. */
export function regionOf(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = asText(settings['cloud1_region']) ?? ''
  if (/^[a-z0-9]+(-[a-z0-9]+)+$/.test(region)) return region
  return failure('invalid_config', 'cloud1_region is missing, or no region of AWS.', {
    param: 'cloud1_region',
  })
}

export function address(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = regionOf(settings)
  return typeof region === 'string' ? `https://bedrock-runtime.${region}.amazonaws.com` : region
}

/** Where batches and training jobs are made. */
export const jobsOrigin = (region: string): string => `https://bedrock.${region}.amazonaws.com`

/** Storage, with the bucket in the path: a name with dots in it is covered by no certificate. */
export const storageOrigin = (region: string): string => `https://s3.${region}.amazonaws.com`

/** Where conversations on collections go beside the models. */
export function origins(settings: Readonly<Record<string, unknown>>): readonly string[] {
  const region = regionOf(settings)
  return typeof region === 'string' ? [jobsOrigin(region), storageOrigin(region)] : []
}
