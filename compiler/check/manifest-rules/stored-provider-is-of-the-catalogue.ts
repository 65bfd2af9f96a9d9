// A stored provider names a provider of the catalog: slugs cannot refer to slugs.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { textOf } from '../site.ts'

export const storedProviderIsOfTheCatalogue: ManifestRule = ({ stored }, tell) => {
  for (const site of stored) {
    const name = textOf(site, 'provider')
    if (name?.startsWith('@'))
      tell(
        'unknown-provider',
        child(site.pointer, 'provider'),
        `${quoted(name)} is a slug. A stored provider must name a provider of the catalog, such as "openai".`,
      )
  }
}
