// The settings of a config node: its binding properties except credentials, provider and host.
import { configFacts } from '../../schemas/generated/facts.ts'
import { CREDENTIAL_PROPERTIES } from '../diagnostics/secret-names.ts'
import type { Json } from '../source.ts'
import { own } from './kind.ts'
import type { Site } from './site.ts'

/** Which provider is called, and where; every provider has these. */
const ADDRESS = new Set(['provider', 'virtual_key', 'custom_host'])

/** The binding properties other than provider and host, including credentials. */
export const BINDING_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.binding && !ADDRESS.has(name),
)

const SETTINGS = BINDING_PROPERTIES.filter(name => !CREDENTIAL_PROPERTIES.includes(name))

export function settingsBeside({ value }: Pick<Site, 'value'>): Readonly<Record<string, Json>> {
  const settings: Record<string, Json> = {}
  for (const name of SETTINGS) {
    const setting = own(value, name)
    if (setting !== undefined) settings[name] = setting
  }
  return settings
}
