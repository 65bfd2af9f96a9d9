// An override of the model as `@slug/model` names the provider of a target that has none; it does not name another one.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { storedBindings } from '../../facts/pool-members.ts'
import {
  type ConfigNode,
  hasProperty,
  isLeaf,
  namedSlugOf,
  nearestWithProperty,
  overriddenSlugOf,
} from '../nodes/config-node.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

const NAMING = ['provider', 'virtual_key', 'passthrough']

/** The property by which a node names its provider. */
const namingProperty = (node: ConfigNode): string | undefined =>
  NAMING.find(name => hasProperty(node, name) && ownProperty(node.value, name) !== false)

/** True when the model's own name may begin so: at a provider of the catalog, or at a host that only the author knows. */
function isOwnName({ catalog, environment }: RuleContext, node: ConfigNode, slug: string): boolean {
  if (storedBindings(slug, environment).length > 0) return false
  return (
    nearestWithProperty(node, 'custom_host') !== undefined ||
    catalog.providerNames.some(name => catalog.provider(name)?.modelScopes?.includes(slug) === true)
  )
}

export const overrideNamesNoOtherProvider: Rule = (context, report) => {
  for (const node of context.nodes) {
    const property = isLeaf(node) ? namingProperty(node) : undefined
    const overridden = property === undefined ? undefined : overriddenSlugOf(node)
    if (property === undefined || overridden === undefined) continue
    const { slug, model, at } = overridden
    if (namedSlugOf(node)?.slug === slug || isOwnName(context, node, slug)) continue
    const named = quoteName(`@${slug}`)
    report(
      'override-names-another-provider',
      at,
      `The override of "model" names the provider ${named}, but the target has ${quoteName(property)}. Remove ${quoteName(property)} to call ${named}, or override the model with ${quoteName(model)}.`,
      {
        notes: [
          {
            at: { key: childPointer(node.pointer, property) },
            message: 'the provider of the target is named here',
          },
        ],
      },
    )
  }
}
