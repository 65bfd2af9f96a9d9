// Which resources (files, batches, training jobs) a provider's adapter translates. Providers that speak the OpenAI
// schema may still differ here: those are listed by id.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Collections } from '../collections/collection.ts'
import type { Adapter } from './adapter.ts'
import { mistralCollections } from './mistral/collections.ts'
import { compatible } from './registry.ts'
import { togetherCollections } from './together/collections.ts'

const BY_ROW: ReadonlyMap<string, Collections> = new Map([
  ['mistral', mistralCollections],
  ['together', togetherCollections],
])

/** Dialects whose resources have the OpenAI shapes, whatever else they change. */
const VENDORS: ReadonlySet<string> = new Set(['vendor', 'compatible'])

export const collectionsOf = (
  { id, dialect }: ProviderSpec,
  adapter: Adapter | undefined,
): Collections | undefined =>
  BY_ROW.get(id) ?? adapter?.collections ?? (VENDORS.has(dialect) ? compatible.collections : undefined)
