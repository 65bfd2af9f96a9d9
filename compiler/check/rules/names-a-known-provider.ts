// `provider` is an identifier or alias of the catalog that this version supports.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'

export const namesAKnownProvider: Rule = ({ parsed, sites, catalog, surroundings }, tell) => {
  const slugs = Object.keys(surroundings.providers)
  const served = catalog.providerNames.filter(name => {
    const row = catalog.provider(name)
    return row?.served && row.id === name
  })
  for (const site of sites) {
    const name = textOf(site, 'provider')
    if (name === undefined || name.startsWith('@') || name.includes('${')) continue
    const at = child(site.pointer, 'provider')
    const row = catalog.provider(name)
    if (row?.served) continue
    if (row !== undefined) {
      const message = `This version does not support ${row.name} ("${name}").`
      tell('unsupported-provider', at, message)
      continue
    }
    const near = slugs.includes(name)
      ? [`@${name}`]
      : suggest(name, [...catalog.providerNames, ...slugs.map(slug => `@${slug}`)])
    tell('unknown-provider', at, `Unknown provider ${quoted(name)}.${didYouMean(near)}`, {
      notes: near.length > 0 ? [] : [{ message: `Known providers: ${listed(served, 'and')}.` }],
      fix: rewriteToOnly(parsed, at, name, near),
    })
  }
}
