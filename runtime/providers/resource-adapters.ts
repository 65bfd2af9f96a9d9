// Which resources (files, batches, training jobs) a provider's adapter translates. Providers that speak the OpenAI
// schema may still differ here: those are listed by id.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Adapter } from '../values/adapter.ts'
import type { ResourceAdapters } from '../values/resource-operation.ts'
import { mistralResources } from './mistral/resources.ts'
import { vendorSchemaAdapter } from './registry.ts'
import { togetherResources } from './together/resources.ts'

const BY_PROVIDER: ReadonlyMap<string, ResourceAdapters> = new Map([
  ['mistral', mistralResources],
  ['together', togetherResources],
])

/** Dialects whose resources have the OpenAI shapes, whatever else they change. */
const VENDOR_DIALECTS: ReadonlySet<string> = new Set(['vendor', 'compatible'])

export const resourceAdaptersFor = (
  { id, dialect }: ProviderSpec,
  adapter: Adapter | undefined,
): ResourceAdapters | undefined =>
  BY_PROVIDER.get(id) ??
  adapter?.resources ??
  (VENDOR_DIALECTS.has(dialect) ? vendorSchemaAdapter.resources : undefined)
