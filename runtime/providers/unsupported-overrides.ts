// Which overrides a provider does not support, checked before any request exists: adapters are pure, so they
// convert a minimal request that contains the overrides. Only what every endpoint drops is reported; with a model in the
// overrides, what its family rejects is dropped too, and only its own endpoint counts.

import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { type JsonObject, writeJson } from '../../schemas/values/json.ts'
import type { AdapterContext, Endpoint, ProviderBody } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { fitChat } from '../wire/fit-chat.ts'
import { modelFacts } from '../wire/model-family.ts'
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
  // Without a model in the overrides it may be any of the provider's, also of another family than those in the list.
  const facts =
    typeof overrides['model'] === 'string' && spec.adaptsModels !== true
      ? modelFacts(overrides['model'], spec.id)
      : undefined
  const droppedByEndpoint = endpointsOf(facts)
    .filter(endpoint => spec.routes[endpoint] !== undefined)
    .flatMap(endpoint =>
      modelsOf(spec, overrides).map(model =>
        droppedAt(spec, adapter.endpoints[endpoint], endpoint, { ...overrides, model }, model, facts),
      ),
    )
  const [first = [], ...others] = droppedByEndpoint
  return first.filter(name => name in overrides && others.every(names => names.includes(name)))
}

const endpointsOf = (facts: FamilyFacts | undefined): readonly Endpoint[] => {
  if (facts === undefined) return Object.keys(SAMPLES) as Endpoint[]
  return [facts.embeddings === undefined ? 'chat/completions' : 'embeddings']
}

const modelsOf = (spec: ProviderSpec, { model }: JsonObject): readonly string[] =>
  typeof model === 'string' ? [model] : (spec.models ?? ['model'])

function droppedAt(
  spec: ProviderSpec,
  adapter: (typeof vendorSchemaAdapter)['endpoints'][Endpoint],
  endpoint: Endpoint,
  overrides: JsonObject,
  model: string,
  facts: FamilyFacts | undefined,
): readonly string[] {
  if (adapter === undefined && endpoint !== 'chat/completions') return spec.omits ?? []
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
    ...(facts === undefined ? {} : { facts }),
  }
  const request: JsonObject = { ...SAMPLES[endpoint], ...overrides }
  const convert = adapter?.request ?? fitToSpec
  const converted = convert(request, context)
  if (isFailure(converted)) return []
  // What is sent otherwise than requested, such as the nearest effort, is reported by each reply, and has an effect.
  return converted.dropped.filter(name => {
    const { [name]: _, ...without } = request
    const other = convert(without, context)
    return !isFailure(other) && writeJson(other.body) === writeJson(converted.body)
  })
}

/** A chat for a provider of the OpenAI schema, whose body otherwise passes. */
function fitToSpec(chat: JsonObject, context: AdapterContext): ProviderBody {
  const { omits = [] } = context
  const { body, dropped } = fitChat(chat, context)
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !omits.includes(name)))
  return { body: sent, dropped: [...dropped, ...omits.filter(name => name in body)] }
}

/** Settings that paths are built from; their values are irrelevant here. */
const PATH_SETTINGS: Readonly<Record<string, unknown>> = {
  cloud1_region: 'us-east-1',
  cloud3_region: 'global',
  cloud3_project_id: 'project',
}
