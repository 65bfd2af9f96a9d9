// Which resources (files, batches, training jobs) a provider's adapters translate. Providers that speak the OpenAI
// schema may still differ here.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Adapter, ProviderAdapter } from '../values/adapter.ts'
import type { ResourceAdapters } from '../values/resource-operation.ts'
import { vendorSchemaAdapter } from './vendor-schema.ts'

/** Dialects whose resources have the OpenAI shapes, whatever else they change. */
const VENDOR_DIALECTS: ReadonlySet<string> = new Set(['vendor', 'compatible'])

/** `own` is the provider's own adapter, in addition to its dialect's. */
export const resourceAdaptersOf = (
  { dialect }: Pick<ProviderSpec, 'dialect'>,
  adapter: Adapter | undefined,
  own: ProviderAdapter | undefined,
): ResourceAdapters | undefined =>
  own?.resources ??
  adapter?.resources ??
  (VENDOR_DIALECTS.has(dialect) ? vendorSchemaAdapter.resources : undefined)
