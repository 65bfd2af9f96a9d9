// Everything that a provider serves: the routes of its row, and the collections that an adapter holds conversations
// about.
import type { ProviderRow } from '../../schemas/generated/types.ts'
import { collectionsOf } from './collections-of.ts'
import { adapters } from './registry.ts'

export interface ServedRoutes {
  /** Routes of the row, in its order. */
  readonly own: readonly string[]
  /** Collections whose shapes are translated. */
  readonly translated: readonly string[]
}

export function servedRoutes(row: ProviderRow): ServedRoutes {
  const own = Object.keys(row.routes)
  const collections = Object.entries(collectionsOf(row, adapters[row.dialect]) ?? {})
  const made = collections.filter(([, operations]) => operations.create !== undefined).map(([name]) => name)
  return { own, translated: made.filter(name => !own.includes(name)) }
}
