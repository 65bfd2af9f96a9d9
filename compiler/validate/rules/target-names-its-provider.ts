// Every target that calls a provider names it: credentials are never inherited. Only the root may leave it to
// request headers.

import { hasProperty, isLeaf, slugOf } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const targetNamesItsProvider: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    const namesProvider =
      hasProperty(node, 'provider') ||
      hasProperty(node, 'virtual_key') ||
      hasProperty(node, 'prompt_id') ||
      slugOf(node) !== undefined
    const isPassthrough = hasProperty(node, 'passthrough') && ownProperty(node.value, 'passthrough') !== false
    if (node.parent === undefined || !isLeaf(node) || namesProvider || isPassthrough) continue
    const parentNamesProvider =
      hasProperty(node.parent, 'provider') || hasProperty(node.parent, 'virtual_key')
    const reason = parentNamesProvider
      ? ' The provider of the config above is not inherited.'
      : ' Add "provider", or "passthrough: true" to take it from the request.'
    report('missing-provider', node.pointer, `The target names no provider.${reason}`)
  }
}
