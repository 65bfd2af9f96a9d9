// The settings of a config node: its binding properties except credentials, provider and host.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Json } from '../../schemas/values/json.ts'
import { CREDENTIAL_PROPERTIES } from '../diagnostics/secret-names.ts'
import type { ConfigNode } from './config-node.ts'
import { ownProperty } from './json-values.ts'

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
