// The defaults of calls, of the gateway or of a key, name one saved config or one known provider.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { externalSlugs, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** The pointers of the gateway and of its keys, each of which may have defaults and aliases. */
export function callerPointers(manifest: Json): readonly (readonly [Pointer, Json])[] {
  const keys = ownProperty(manifest, 'api_keys')
  const list = isJsonArray(keys) ? [...keys.entries()] : []
  return [['', manifest], ...list.map(([index, key]) => [childPointer('/api_keys', index), key] as const)]
}

export const defaultsCanServe: ManifestRule = ({ parsed, manifest, catalog, configs }, report) => {
  const slugs = [...slugsOfProviders(manifest), ...externalSlugs(manifest)].map(slug => `@${slug}`)
  for (const [pointer, owner] of callerPointers(manifest)) {
    const defaults = ownProperty(owner, 'defaults')
    if (!isJsonObject(defaults)) continue
    const at = childPointer(pointer, 'defaults')
    const config = ownProperty(defaults, 'config')
    const provider = ownProperty(defaults, 'provider')
    if (Object.keys(defaults).length === 0)
      report('setting-without-effect', at, 'The empty "defaults" have no effect.')
    if (config !== undefined && provider !== undefined)
      report('ambiguous-default', { key: childPointer(at, 'provider') }, AMBIGUOUS)
    const unknown = (
      code: 'unknown-config' | 'unknown-slug' | 'unknown-provider',
      name: 'config' | 'provider',
      text: string,
      message: string,
      known: readonly string[],
    ): void => {
      const suggestions = suggest(text, known)
      const location = childPointer(at, name)
      report(code, location, `${message}${didYouMean(suggestions)}`, {
        notes:
          suggestions.length > 0 || known.length === 0 || known.length > 20
            ? []
            : [{ message: `Known here: ${joinNames(known.toSorted(), 'and')}.` }],
        fix: replaceWithOnly(parsed, location, text, suggestions),
      })
    }
    if (typeof config === 'string' && configs !== undefined && !configs.includes(config))
      unknown('unknown-config', 'config', config, `No config is named ${quoteName(config)}.`, configs)
    if (typeof provider !== 'string') continue
    if (provider.startsWith('@')) {
      const message = `No provider of the manifest has the slug ${quoteName(provider.slice(1))}.`
      if (!slugs.includes(provider)) unknown('unknown-slug', 'provider', provider, message, slugs)
    } else if (catalog.provider(provider)?.served !== true)
      unknown('unknown-provider', 'provider', provider, `Unknown provider ${quoteName(provider)}.`, [
        ...catalog.providerNames,
        ...slugs,
      ])
  }
}

const AMBIGUOUS = '"defaults" names a config and a provider: a request can be served by one of them only.'
