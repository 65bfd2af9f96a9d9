// Authentication at Azure: keys in the header of the API, tokens as bearer tokens. A caller's token is
// distinguished from a key by its format.

import { asText } from '../../../schemas/values/json.ts'
import type { Authentication } from '../../values/authentication.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { entraTokenRequest } from './entra.ts'
import { isHosted } from './path.ts'
import { invalidSetting, type Settings } from './read-settings.ts'

const RESOURCE_SCOPE = 'https://cognitiveservices.azure.com/.default'
const DEPLOYMENT_SCOPE = 'https://ml.azure.com/.default'

const scopeOf = (settings: Settings): string => (isHosted(settings) ? DEPLOYMENT_SCOPE : RESOURCE_SCOPE)

/** Keys are alphanumeric; tokens have three parts, and the first starts as base64-encoded JSON does. */
const isToken = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** `keyHeader` is the header for the key in this API. */
export const azureAuthentication = (keyHeader: string): Authentication => ({
  token: (credentials, settings, context) =>
    credentials['api_key'] === undefined
      ? entraTokenRequest(credentials, settings, scopeOf(settings), context)
      : undefined,
  headers: (_request, credentials, settings, token) => {
    const key = asText(credentials['api_key'])
    const deployment = deploymentHeader(settings)
    if (isFailure(deployment)) return deployment
    if (token !== undefined) return ['authorization', `Bearer ${token}`, ...deployment]
    if (key === undefined)
      return invalidSetting(
        'api_key',
        'Azure requires an api_key, an Entra client, or a key of the caller in Authorization.',
      )
    const credential =
      isHosted(settings) || isToken(key) ? ['authorization', `Bearer ${key}`] : [keyHeader, key]
    return [...credential, ...deployment]
  },
})

/** A managed endpoint splits its traffic over its deployments, unless a request names one of them. */
function deploymentHeader(settings: Settings): Headers | Failure {
  if (settings['cloud2_deployment_type'] !== 'managed') return []
  const value = settings['cloud2_deployment_name']
  if (value === undefined) return []
  if (typeof value !== 'string' || !/^[a-z0-9][a-z0-9_-]*$/i.test(value))
    return invalidSetting(
      'cloud2_deployment_name',
      'cloud2_deployment_name is not a valid Azure name: use letters, digits, hyphens and underscores.',
    )
  return ['azureml-model-deployment', value]
}
