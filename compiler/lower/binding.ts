// Where a call goes and with which credential. A credential of a config is bound to the origin of its base URL, and to
// those of the endpoints that its provider has elsewhere; for any other host the runtime has no secret.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Binding, Config, Secret, StaticBinding } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { isList } from '../../schemas/values/json.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { originOf, withoutTrailingSlash } from './origin.ts'
import type { ConfigParts } from './partition-config.ts'

/** Properties that become fields of the binding instead of settings. */
const ADDRESS_PROPERTIES: ReadonlySet<string> = new Set<keyof Config>([
  'provider',
  'virtual_key',
  'custom_host',
])

type ConfigOrigin = CompileEnvironment['origin']

/** The binding of a config without targets. */
export function lowerBinding(
  config: ConfigParts['binding'],
  catalog: Catalog,
  configOrigin: ConfigOrigin,
): Binding {
  const { provider, passthrough, custom_host } = config
  const settings = settingsOf(config)
  const overrides = {
    ...(custom_host === undefined ? {} : { customHost: withoutTrailingSlash(custom_host) }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
  const slug = bindingSlug(config)
  if (passthrough === true || (provider === undefined && slug === undefined))
    return { from: 'request', ...overrides }
  if (slug !== undefined || provider === undefined) return { from: 'slug', slug: slug ?? '', ...overrides }
  return staticBinding(provider, config, catalog, configOrigin)
}

/** The slug that a config names by `provider: '@slug'`, or by the legacy `virtual_key`. */
export function bindingSlug({ provider, virtual_key }: ConfigParts['binding']): string | undefined {
  const name = provider?.startsWith('@') ? provider : virtual_key
  return name?.replace(/^@/, '')
}

/** The binding to a provider of the catalog with the credentials next to it, in a config or a manifest. */
export function staticBinding(
  provider: string,
  config: ConfigParts['binding'],
  catalog: Catalog,
  configOrigin: ConfigOrigin,
  allowedOrigins: readonly string[] = [],
): StaticBinding {
  const spec = catalog.provider(provider)
  const specBaseUrl = spec && catalog.baseUrl(spec, settingsOf(config))
  const baseUrl = withoutTrailingSlash(config.custom_host ?? specBaseUrl ?? '')
  const origin = originOf(baseUrl)
  const elsewhere = config.custom_host === undefined ? Object.values(spec?.endpointBaseUrls ?? {}) : []
  const origins = origin === undefined ? [] : [origin, ...elsewhere.flatMap(url => originOf(url) ?? [])]
  const credentials = propertiesOf(config, name => configFacts[name]?.secret === true).map(
    ([name, value]) => [name, lowerSecret(name, value, origins, configOrigin)] as const,
  )
  // A client may not use identities of the host; validation has rejected them.
  const identities = (configOrigin === 'request' ? [] : propertiesOf(config, isMachineIdentity)).map(
    ([name, value]) => [name, { source: 'machine', name: String(value), origins } as const] as const,
  )
  return {
    from: 'own',
    provider: spec?.id ?? provider,
    baseUrl,
    custom: config.custom_host !== undefined,
    credentials: Object.fromEntries([...credentials, ...identities]),
    settings: settingsOf(config),
    allowedOrigins,
  }
}

const isMachineIdentity = (name: string): boolean => configFacts[name]?.machine === true

const propertiesOf = (
  config: ConfigParts['binding'],
  isWanted: (name: string) => boolean,
): readonly (readonly [string, unknown])[] =>
  Object.entries(config).filter(([name, value]) => isWanted(name) && value !== undefined)

/** A list of names is written like the header of the same setting, so that a plan has one form. */
function settingsOf(config: ConfigParts['binding']): Readonly<Record<string, unknown>> {
  const isSetting = (name: string): boolean => {
    const fact = configFacts[name]
    return (
      fact?.binding === true &&
      fact.secret !== true &&
      !isMachineIdentity(name) &&
      !ADDRESS_PROPERTIES.has(name)
    )
  }
  return Object.fromEntries(
    propertiesOf(config, isSetting).map(([name, value]) => [
      name,
      configFacts[name]?.type === 'string' && isList(value) ? value.join(',') : value,
    ]),
  )
}

/**
 * Files contain references, which validation ensures. A value from a request header is always a literal: a client
 * must not be able to name secrets of this host.
 */
export function lowerSecret(
  name: string,
  value: unknown,
  origins: readonly string[],
  configOrigin: ConfigOrigin,
): Secret {
  const text = typeof value === 'string' ? value : canonicalJson(value)
  if (configOrigin === 'request') return { source: 'literal', name: text, origins }
  if (typeof value !== 'string') return { source: 'json', name: text, origins }
  const reference = parseSecretReference(text)
  if (reference === undefined) return { source: 'literal', name: text, origins }
  const rotates = reference.source === 'file' && configFacts[name]?.rotates === true
  return { source: reference.source, name: reference.name, origins, ...(rotates ? { rotates } : {}) }
}
