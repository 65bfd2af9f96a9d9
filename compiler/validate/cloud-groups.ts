// The property groups of a cloud are met by the interface's words alone: what they lack for a call, such as a region, a
// request may still bring.
import { configFacts, propertyGroups } from '../../schemas/generated/facts.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { CREDENTIAL_PROPERTIES } from '../diagnostics/secret-names.ts'
import { type ConfigNode, hasProperty } from './config-node.ts'
import { ownProperty } from './json-values.ts'
import type { RuleContext } from './rule-context.ts'

/** The groups with properties of a cloud, without `provider`. */
const CLOUD_GROUPS: readonly (readonly string[])[] = propertyGroups
  .map(({ properties }) => properties.filter(name => name !== 'provider'))
  .filter(names => names.some(name => name.startsWith('cloud')))

/** True when the node has all properties of a cloud group that its provider reads. */
export function meetsCloudGroup({ root }: RuleContext, node: ConfigNode, spec: ProviderSpec): boolean {
  const read = new Set([...spec.credentials.flat(), ...(spec.reads ?? [])])
  return (
    root === 'config' &&
    CLOUD_GROUPS.some(names => names.every(name => read.has(name) && hasProperty(node, name)))
  )
}

/**
 * True when a request may add the property. Beside credentials of the author it may only add what leads to no other owner's
 * host, since the author's credential goes there.
 */
export function requestMayAdd(
  { environment }: RuleContext,
  node: ConfigNode,
  spec: ProviderSpec,
  name: string,
): boolean {
  if (name === 'api_key') return true
  if (configFacts[name]?.header === undefined) return false
  const isAuthors =
    environment.origin !== 'request' &&
    CREDENTIAL_PROPERTIES.some(credential => ownProperty(node.value, credential) !== undefined)
  return !isAuthors || spec.completedBy?.includes(name) === true
}

/** Where a request brings a property, as the end of a sentence. */
export const headerOf = (name: string, prefix: string): string =>
  name === 'api_key' ? 'the header Authorization' : `the header ${prefix}${configFacts[name]?.header ?? name}`
