// How a credential of the second cloud goes along: keys in a header of the interface, tokens as bearers. A caller's own
// token is told from a key by its form.
import type { Authentication } from '../authentication.ts'
import { asText } from '../wire/json.ts'
import { askEntra } from './entra.ts'
import { isHosted } from './path.ts'
import { type Settings, wrong } from './read-settings.ts'

const OF_RESOURCES = 'https://cognitiveservices.azure.com/.default'
const OF_DEPLOYMENTS = 'https://ml.azure.com/.default'

const scopeOf = (settings: Settings): string => (isHosted(settings) ? OF_DEPLOYMENTS : OF_RESOURCES)

/** Keys are letters and digits alone; tokens have three parts, and the first begins as JSON does. */
const isToken = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** `keyHeader` is what the interface calls the header of its key. */
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
        'Azure needs an api_key, a client of Entra, or a key of the caller in Authorization.',
      )
    return isHosted(settings) || isToken(key) ? ['authorization', `Bearer ${key}`] : [keyHeader, key]
  },
})
