// Authentication at Azure: keys in the header of the API, tokens as bearer tokens. A caller's token is
// distinguished from a key by its format.
import type { Authentication } from '../authentication.ts'
import { asText } from '../wire/json.ts'
import { askEntra } from './entra.ts'
import { isHosted } from './path.ts'
import { type Settings, wrong } from './read-settings.ts'

const OF_RESOURCES = 'https://cognitiveservices.azure.com/.default'
const OF_DEPLOYMENTS = 'https://ml.azure.com/.default'

const scopeOf = (settings: Settings): string => (isHosted(settings) ? OF_DEPLOYMENTS : OF_RESOURCES)

/** Keys are alphanumeric; tokens have three parts, and the first starts as base64-encoded JSON does. */
const isToken = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** `keyHeader` is the header for the key in this API. */
export const authenticationBy = (keyHeader: string): Authentication => ({
  token: (credentials, settings, context) =>
    credentials['api_key'] === undefined
      ? askEntra(credentials, settings, scopeOf(settings), context)
      : undefined,
  headers: (_request, credentials, settings, token) => {
    const key = asText(credentials['api_key'])
    if (token !== undefined) return ['authorization', `Bearer ${token}`]
    if (key === undefined)
      return wrong(
        'api_key',
        'Azure requires an api_key, an Entra client, or a key of the caller in Authorization.',
      )
    return isHosted(settings) || isToken(key) ? ['authorization', `Bearer ${key}`] : [keyHeader, key]
  },
})
