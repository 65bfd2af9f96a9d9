// The address of a region. The region comes from configs and headers, so it is held to the letters that regions have:
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
