// Everything that a provider supports: the routes of its provider spec, and the resources that its adapter
// translates.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { allAdapters } from './all-adapters.ts'
import { resourceAdaptersOf } from './resource-adapters.ts'

export interface SupportedRoutes {
  /** Routes of the provider spec, in its order. */
  readonly native: readonly string[]
  /** Resources whose shapes are translated. */
  readonly translated: readonly string[]
}

export function supportedRoutes(spec: ProviderSpec): SupportedRoutes {
  const native = Object.keys(spec.routes)
  const resources = Object.entries(
    resourceAdaptersOf(spec, allAdapters.ofDialect(spec), allAdapters.ofProvider(spec)) ?? {},
  )
  const creatable = resources
    .filter(([, operations]) => operations.create !== undefined)
    .map(([name]) => name)
  return { native, translated: creatable.filter(name => !native.includes(name)) }
}
