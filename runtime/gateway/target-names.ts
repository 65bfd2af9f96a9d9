// What the headers of a call name by its identifier, as the slugs that limits, logs and plans know.
import type { Bundle } from '../../schemas/generated/types.ts'
import { isUuid, linkDerivedIds } from '../../schemas/values/uuid.ts'
import { linkProviderSlug, type ProviderSlug } from '../link/target/binding.ts'
import type { CallOptions } from '../values/call.ts'
import { isFailure } from '../values/failures.ts'
import type { GatewayParts } from './gateway-parts.ts'
import type { Gateway, StoredName } from './request.ts'

export interface TargetNames {
  readonly providerSlug: ProviderSlug
  /** `name`: of a config, with or without a version; any other name is as it was. */
  readonly configSlug: (name: string, workspace: string) => string
  /** The same object where nothing is named by its identifier. */
  readonly ofOptions: (options: CallOptions, workspace: string) => CallOptions
  readonly stored: Gateway['stored']
}

/** The characters of an identifier: shorter names are not looked at. */
const ID_LENGTH = 36

export function linkTargetNames({ plans }: Pick<Bundle, 'plans'>, parts: GatewayParts): TargetNames {
  const { ports, stored } = parts
  const providerSlug = linkProviderSlug(parts)
  const ofProject = linkDerivedIds(ports.hash, 'config', () => Object.keys(plans))
  const configSlug: TargetNames['configSlug'] = (name, workspace) => {
    const [id = '', version] = name.length === ID_LENGTH ? [name] : splitVersion(name)
    if (!isUuid(id) || Object.hasOwn(plans, name)) return name
    const slug = ofProject(id) ?? stored.configs?.slugOf(id, workspace) ?? id
    return version === undefined ? slug : `${slug}@${version}`
  }
  const named = (name: string, workspace: string): string =>
    name.startsWith('@') ? `@${providerSlug(name.slice(1), workspace)}` : providerSlug(name, workspace)
  return {
    providerSlug,
    configSlug,
    stored: linkStoredNames(parts),
    ofOptions: (options, workspace) => {
      const { config, provider, virtualKey } = options
      if (!mayBeId(config) && !mayBeId(provider) && !mayBeId(virtualKey)) return options
      return {
        ...options,
        ...(config !== undefined && { config: configSlug(config, workspace) }),
        // Without an @ it is a provider of the catalog.
        ...(provider?.startsWith('@') && { provider: named(provider, workspace) }),
        ...(virtualKey !== undefined && { virtualKey: named(virtualKey, workspace) }),
      }
    },
  }
}

/** The stored providers and pools of the manifest. Members are called by the name of their pool. */
export function namesOfManifest({
  providers,
  pools = {},
}: Pick<GatewayParts['gateway'], 'providers' | 'pools'>): readonly StoredName[] {
  const members = new Set(
    Object.entries(pools).flatMap(([slug, pool]) => pool.members.map(({ name }) => `${slug}.${name}`)),
  )
  const kindOf = (slug: string): string => providers[slug]?.provider ?? ''
  return [
    ...Object.keys(providers).flatMap(slug => (members.has(slug) ? [] : { slug, provider: kindOf(slug) })),
    ...Object.entries(pools).map(
      ([
        slug,
        {
          members: [first],
        },
      ]) => ({
        slug,
        provider: kindOf(first?.slug ?? ''),
      }),
    ),
  ]
}

function linkStoredNames({ gateway, stored: { providers: saved } }: GatewayParts): Gateway['stored'] {
  const ofManifest = namesOfManifest(gateway)
  if (saved === undefined) return () => ofManifest
  const savedAs = (slug: string, workspace: string): readonly StoredName[] => {
    const pool = saved.pool(slug, workspace)
    const of = pool === undefined || isFailure(pool) ? slug : (pool.members[0]?.slug ?? '')
    const found = saved.find(of, workspace)
    return found === undefined || isFailure(found) ? [] : [{ slug, provider: found.binding.provider }]
  }
  return workspace => [...ofManifest, ...saved.slugs(workspace).flatMap(slug => savedAs(slug, workspace))]
}

const mayBeId = (name: string | undefined): boolean => name !== undefined && name.length >= ID_LENGTH

function splitVersion(name: string): readonly [string, string | undefined] {
  return name[ID_LENGTH] === '@' ? [name.slice(0, ID_LENGTH), name.slice(ID_LENGTH + 1)] : [name, undefined]
}
