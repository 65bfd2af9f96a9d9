// A call gets its provider from one source: the request, a slug or the catalog. Lowering prefers them in this
// order; the others have no effect, nor have credentials next to a slug.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { type ConfigNode, hasProperty, isLeaf, slugOf } from '../nodes/config-node.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'
import { hasCompleteGroup } from './has-a-property-group.ts'

interface ProviderChoice {
  /** What takes precedence, to follow "no effect". */
  readonly where: string
  readonly ignoredProperties: readonly string[]
  readonly reason: string
}

const NAMING = ['provider', 'virtual_key']

const BY_REQUEST = 'the provider and its credential come from the request'

function choiceOf(context: RuleContext, node: ConfigNode): ProviderChoice | undefined {
  if (ownProperty(node.value, 'passthrough') === true)
    return {
      where: 'beside "passthrough"',
      ignoredProperties: [...NAMING, ...CREDENTIAL_PROPERTIES],
      reason: BY_REQUEST,
    }
  const slug = slugOf(node)
  if (slug === undefined)
    // A target without a provider and an incomplete config were reported already.
    return node.parent !== undefined ||
      NAMING.some(name => hasProperty(node, name)) ||
      !hasCompleteGroup(context, node)
      ? undefined
      : { where: 'without "provider"', ignoredProperties: CREDENTIAL_PROPERTIES, reason: BY_REQUEST }
  const isVirtualKey = slug.property === 'virtual_key'
  return {
    where: isVirtualKey ? 'beside "virtual_key"' : `beside the slug ${quoteName(`@${slug.slug}`)}`,
    ignoredProperties: [isVirtualKey ? 'provider' : 'virtual_key', ...CREDENTIAL_PROPERTIES],
    reason: 'the stored provider has its own credential',
  }
}

export const providerIsUnambiguous: Rule = (context, report) => {
  for (const node of context.nodes) {
    const choice = isLeaf(node) ? choiceOf(context, node) : undefined
    if (choice === undefined) continue
    const ignored = choice.ignoredProperties.filter(name => ownProperty(node.value, name) !== undefined)
    reportIgnored(report, node, ignored, () => ` ${choice.where}: ${choice.reason}.`)
  }
}
