// Which overrides a provider does not support, checked before any request exists: adapters are pure, so they
// convert a minimal request that contains the overrides. Only what every endpoint drops is reported.
import type { JsonObject } from '../../compiler/source.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { isFailure } from '../failures.ts'
import type { AdapterContext, Endpoint } from './adapter.ts'
import { adapters, compatible } from './registry.ts'

/** Valid minimal requests; overrides are merged into them. */
const SAMPLES: { readonly [E in Endpoint]?: JsonObject } = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  embeddings: { input: 'Hello' },
  rerank: { query: 'Hello', documents: ['Hello'] },
}

/** The overrides that no endpoint of the provider supports. */
export function lostOverrides(row: ProviderSpec, overrides: JsonObject): readonly string[] {
  const adapter = adapters[row.dialect] ?? compatible
  const losses = (Object.keys(SAMPLES) as Endpoint[])
    .filter(endpoint => row.routes[endpoint] !== undefined)
    .map(endpoint => lostAt(row, adapter.endpoints[endpoint], endpoint, overrides))
  const [first = [], ...others] = losses
  return first.filter(name => name in overrides && others.every(names => names.includes(name)))
}

function lostAt(
  row: ProviderSpec,
  adapter: (typeof compatible)['endpoints'][Endpoint],
  endpoint: Endpoint,
  overrides: JsonObject,
): readonly string[] {
  if (adapter === undefined) return row.omits ?? []
  const model = typeof overrides['model'] === 'string' ? overrides['model'] : (row.models?.[0] ?? 'model')
  const context: AdapterContext = {
    model,
    stream: false,
    strict: true,
    now: 0,
    identifier: '0',
    includeUsage: false,
    defaults: (row.defaults ?? {}) as JsonObject,
    settings: SETTINGS,
    provider: row.id,
    ...(row.renames === undefined ? {} : { renames: row.renames }),
    ...(row.omits === undefined ? {} : { omits: row.omits }),
  }
  const written = adapter.request({ ...SAMPLES[endpoint], ...overrides, model }, context)
  return isFailure(written) ? [] : written.dropped
}

/** Settings that paths are built from; their values are irrelevant here. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  cloud1_region: 'us-east-1',
  cloud3_region: 'global',
  cloud3_project_id: 'project',
}
