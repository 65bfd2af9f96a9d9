// What becomes of overrides at a provider, asked before any request is there: its adapters are pure, so they are given
// the smallest request that holds the overrides. Only what every endpoint loses is lost for certain.
import type { JsonObject } from '../../compiler/source.ts'
import type { ProviderRow } from '../../schemas/generated/types.ts'
import { isFailure } from '../failures.ts'
import type { AdapterContext, Endpoint } from './adapter.ts'
import { adapters, compatible } from './registry.ts'

/** Requests that lack nothing; overrides are written over them. */
const SAMPLES: { readonly [E in Endpoint]?: JsonObject } = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  embeddings: { input: 'Hello' },
  rerank: { query: 'Hello', documents: ['Hello'] },
}

/** The names of overrides that no endpoint of the provider can be told. */
export function lostOverrides(row: ProviderRow, overrides: JsonObject): readonly string[] {
  const adapter = adapters[row.dialect] ?? compatible
  const losses = (Object.keys(SAMPLES) as Endpoint[])
    .filter(endpoint => row.routes[endpoint] !== undefined)
    .map(endpoint => lostAt(row, adapter.endpoints[endpoint], endpoint, overrides))
  const [first = [], ...others] = losses
  return first.filter(name => name in overrides && others.every(names => names.includes(name)))
}

function lostAt(
  row: ProviderRow,
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

/** Places that paths are made of; their values do not matter here. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  cloud1_region: 'us-east-1',
  cloud3_region: 'global',
  cloud3_project_id: 'project',
}
