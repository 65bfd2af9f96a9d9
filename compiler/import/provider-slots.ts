// Stored providers of an imported project: one for each combination of provider, host and credential.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asIdentifier, type Draft, type ProjectDraft, uniqueName } from './project-draft.ts'

export interface ProviderSlots {
  /** The slug of a stored provider with these settings; `name` is wanted for a new one. */
  readonly slugOf: (settings: JsonObject, name: string) => string
}

export function createProviderSlots({ manifest, hosts }: ProjectDraft): ProviderSlots {
  const providers: Draft = {}
  manifest['providers'] = providers
  const slugs = new Map<string, string>()
  return {
    slugOf: (settings, name) => {
      const key = JSON.stringify(settings)
      const known = slugs.get(key)
      if (known !== undefined) return known
      const slug = uniqueName(asIdentifier(name), taken => Object.hasOwn(providers, taken))
      providers[slug] = settings
      slugs.set(key, slug)
      const host = privateHost(settings['custom_host'])
      if (host !== undefined) hosts.add(host)
      return slug
    },
  }
}

const PRIVATE_SUFFIX =
  /\.(?:local|localhost|internal|intranet|lan|home|corp|private|docker|cluster|svc|test|arpa|invalid)$/i

/** The host and port of a URL that is not public by its name: they must be in `trusted_hosts`. */
export function privateHost(address: Json | undefined): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { hostname, host } = new URL(address)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return isAddress || !hostname.includes('.') || PRIVATE_SUFFIX.test(hostname) ? host : undefined
}
