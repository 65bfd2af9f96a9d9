// Which overrides a provider does not support, checked before any request exists: adapters are pure, so they
// convert a minimal request that contains the overrides. Only what every endpoint drops is reported.

import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext, Endpoint } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'
import { adapters, vendorSchemaAdapter } from './registry.ts'

/** Valid minimal requests; overrides are merged into them. */
const SAMPLES: { readonly [E in Endpoint]?: JsonObject } = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  embeddings: { input: 'Hello' },
  rerank: { query: 'Hello', documents: ['Hello'] },
}

/** The overrides that no endpoint of the provider supports. */
export function unsupportedOverrides(spec: ProviderSpec, overrides: JsonObject): readonly string[] {
  const adapter = adapters[spec.dialect] ?? vendorSchemaAdapter
  const droppedByEndpoint = (Object.keys(SAMPLES) as Endpoint[])
    .filter(endpoint => spec.routes[endpoint] !== undefined)
    .flatMap(endpoint =>
      modelsOf(spec, overrides).map(model =>
        droppedAt(spec, adapter.endpoints[endpoint], endpoint, { ...overrides, model }, model),
      ),
    )
  const [first = [], ...others] = droppedByEndpoint
  return first.filter(name => name in overrides && others.every(names => names.includes(name)))
}

/** Without a model in the overrides it may be any of the provider's. */
const modelsOf = (spec: ProviderSpec, { model }: JsonObject): readonly string[] =>
  typeof model === 'string' ? [model] : (spec.models ?? ['model'])

function droppedAt(
  spec: ProviderSpec,
  adapter: (typeof vendorSchemaAdapter)['endpoints'][Endpoint],
  endpoint: Endpoint,
  overrides: JsonObject,
  model: string,
): readonly string[] {
  if (adapter === undefined) return spec.omits ?? []
  const context: AdapterContext = {
    model,
    stream: false,
    strict: true,
    now: 0,
    identifier: '0',
    includeUsage: false,
    defaults: (spec.defaults ?? {}) as JsonObject,
    settings: PATH_SETTINGS,
    provider: spec.id,
    ...(spec.renames === undefined ? {} : { renames: spec.renames }),
    ...(spec.omits === undefined ? {} : { omits: spec.omits }),
    ...(spec.accepts === undefined ? {} : { accepts: spec.accepts }),
  }
  const converted = adapter.request({ ...SAMPLES[endpoint], ...overrides }, context)
  return isFailure(converted) ? [] : converted.dropped
}

/** Settings that paths are built from; their values are irrelevant here. */
const PATH_SETTINGS: Readonly<Record<string, unknown>> = {
  cloud1_region: 'us-east-1',
  cloud3_region: 'global',
  cloud3_project_id: 'project',
}
