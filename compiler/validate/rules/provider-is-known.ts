// `provider` is an identifier or alias of the catalog that this version supports.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { knownSlugs } from '../nodes/slugs.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

export const providerIsKnown: Rule = ({ parsed, nodes, catalog, environment }, report) => {
  const slugs = knownSlugs(environment) ?? Object.keys(environment.providers)
  const served = (): readonly string[] =>
    catalog.providerNames.filter(name => {
      const spec = catalog.provider(name)
      return spec?.served && spec.id === name
    })
  for (const node of nodes) {
    const name = stringProperty(node, 'provider')
    if (name === undefined || name.startsWith('@') || name.includes('${')) continue
    const at = childPointer(node.pointer, 'provider')
    const spec = catalog.provider(name)
    if (spec?.served) continue
    if (spec !== undefined) {
      const message = spec.ended ?? `This version does not support ${spec.name} ("${name}").`
      report('unsupported-provider', at, message)
      continue
    }
    const suggestions = slugs.includes(name)
      ? [`@${name}`]
      : suggest(name, [...catalog.providerNames, ...slugs.map(slug => `@${slug}`)])
    report('unknown-provider', at, `Unknown provider ${quoteName(name)}.${didYouMean(suggestions)}`, {
      notes: suggestions.length > 0 ? [] : [{ message: `Known providers: ${joinNames(served(), 'and')}.` }],
      fix: replaceWithOnly(parsed, at, name, suggestions),
    })
  }
}
