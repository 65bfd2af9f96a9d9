// The settings of a config node besides credentials, provider and host, and the groups of properties by which clouds take credentials.
import { configFacts, propertyGroups } from '../../../schemas/generated/facts.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { ownProperty } from '../values/json-values.ts'
import { type ConfigNode, hasProperty } from './config-node.ts'
import type { RuleContext } from './rule-context.ts'

/** Which provider is called, and where; every provider has these. */
const ADDRESS_PROPERTIES = new Set(['provider', 'virtual_key', 'custom_host'])

/** The binding properties other than provider and host, including credentials. */
export const BINDING_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.binding && !ADDRESS_PROPERTIES.has(name),
)

const SETTING_PROPERTIES = BINDING_PROPERTIES.filter(name => !CREDENTIAL_PROPERTIES.includes(name))

export function bindingSettings({ value }: Pick<ConfigNode, 'value'>): Readonly<Record<string, Json>> {
  const settings: Record<string, Json> = {}
  for (const name of SETTING_PROPERTIES) {
    const setting = ownProperty(value, name)
    if (setting !== undefined) settings[name] = setting
  }
  return settings
}

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
