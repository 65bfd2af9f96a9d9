// A stored provider names a provider of the catalog: slugs cannot refer to slugs.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'

export const storedProviderIsKnown: ManifestRule = ({ storedNodes }, report) => {
  for (const node of storedNodes) {
    const name = stringProperty(node, 'provider')
    if (name?.startsWith('@'))
      report(
        'unknown-provider',
        childPointer(node.pointer, 'provider'),
        `${quoteName(name)} is a slug. A stored provider must name a provider of the catalog, such as "openai".`,
      )
  }
}
