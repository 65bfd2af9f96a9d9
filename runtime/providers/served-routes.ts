// Everything that a provider supports: the routes of its provider spec, and the resources that its adapter
// translates.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { collectionsOf } from './collections-of.ts'
import { adapters } from './registry.ts'

export interface ServedRoutes {
  /** Routes of the provider spec, in its order. */
  readonly own: readonly string[]
  /** Resources whose shapes are translated. */
  readonly translated: readonly string[]
}

export function servedRoutes(row: ProviderSpec): ServedRoutes {
  const own = Object.keys(row.routes)
  const collections = Object.entries(collectionsOf(row, adapters[row.dialect]) ?? {})
  const made = collections.filter(([, operations]) => operations.create !== undefined).map(([name]) => name)
  return { own, translated: made.filter(name => !own.includes(name)) }
}
