// What the headers of a call name by its identifier, as the slugs that limits, logs and plans know.
import type { Bundle } from '../../schemas/generated/types.ts'
import { isUuid, linkDerivedIds } from '../../schemas/values/uuid.ts'
import { linkProviderSlug, type ProviderSlug } from '../link/target/binding.ts'
import type { CallOptions } from '../values/call.ts'
import type { GatewayParts } from './gateway-parts.ts'

export interface TargetNames {
  readonly providerSlug: ProviderSlug
  /** `name`: of a config, with or without a version; any other name is as it was. */
  readonly configSlug: (name: string) => string
  /** The same object where nothing is named by its identifier. */
  readonly ofOptions: (options: CallOptions, workspace: string) => CallOptions
}

/** The characters of an identifier: shorter names are not looked at. */
const ID_LENGTH = 36

export function linkTargetNames({ plans }: Pick<Bundle, 'plans'>, parts: GatewayParts): TargetNames {
  const { ports, stored } = parts
  const providerSlug = linkProviderSlug(parts)
  const ofProject = linkDerivedIds(ports.hash, 'config', () => Object.keys(plans))
  const configSlug = (name: string): string => {
    const [id = '', version] = name.length === ID_LENGTH ? [name] : splitVersion(name)
    if (!isUuid(id) || Object.hasOwn(plans, name)) return name
    const slug = ofProject(id) ?? stored.configs?.slugOf(id) ?? id
    return version === undefined ? slug : `${slug}@${version}`
  }
  const named = (name: string, workspace: string): string =>
    name.startsWith('@') ? `@${providerSlug(name.slice(1), workspace)}` : providerSlug(name, workspace)
  return {
    providerSlug,
    configSlug,
    ofOptions: (options, workspace) => {
      const { config, provider, virtualKey } = options
      if (!mayBeId(config) && !mayBeId(provider) && !mayBeId(virtualKey)) return options
      return {
        ...options,
        ...(config !== undefined && { config: configSlug(config) }),
        // Without an @ it is a provider of the catalog.
        ...(provider?.startsWith('@') && { provider: named(provider, workspace) }),
        ...(virtualKey !== undefined && { virtualKey: named(virtualKey, workspace) }),
      }
    },
  }
}

const mayBeId = (name: string | undefined): boolean => name !== undefined && name.length >= ID_LENGTH

function splitVersion(name: string): readonly [string, string | undefined] {
  return name[ID_LENGTH] === '@' ? [name.slice(0, ID_LENGTH), name.slice(ID_LENGTH + 1)] : [name, undefined]
}
