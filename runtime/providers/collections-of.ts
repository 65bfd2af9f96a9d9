// Which collections a provider's adapter holds conversations about. Providers of the vendor's schema may still differ
// here: such rows are listed by name.
import type { ProviderRow } from '../../schemas/generated/types.ts'
import type { Collections } from '../collections/collection.ts'
import type { Adapter } from './adapter.ts'
import { mistralCollections } from './mistral/collections.ts'
import { compatible } from './registry.ts'
import { togetherCollections } from './together/collections.ts'

const BY_ROW: ReadonlyMap<string, Collections> = new Map([
  ['mistral', mistralCollections],
  ['together', togetherCollections],
])

/** Dialects whose collections are the vendor's, whatever else they change. */
const VENDORS: ReadonlySet<string> = new Set(['vendor', 'compatible'])

export const collectionsOf = (
  { id, dialect }: ProviderRow,
  adapter: Adapter | undefined,
): Collections | undefined =>
  BY_ROW.get(id) ?? adapter?.collections ?? (VENDORS.has(dialect) ? compatible.collections : undefined)
