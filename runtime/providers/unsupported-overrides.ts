// Which overrides a provider does not support, checked before any request exists: adapters are pure, so they
// convert a minimal request that contains the overrides. Only what every endpoint drops is reported; with a model in the
// overrides, what its family rejects is dropped too, and only its own endpoint counts.

import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { type JsonObject, writeJson } from '../../schemas/values/json.ts'
import type { Endpoint } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { droppedIn, factsAt, isConverted, probeRequest } from './probe-request.ts'

/** Valid minimal requests; overrides are merged into them. */
const SAMPLES: { readonly [E in Endpoint]?: JsonObject } = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  embeddings: { input: 'Hello' },
  rerank: { query: 'Hello', documents: ['Hello'] },
}

/** The overrides that no endpoint of the provider supports. */
export function unsupportedOverrides(spec: ProviderSpec, overrides: JsonObject): readonly string[] {
  // Without a model in the overrides it may be any of the provider's, also of another family than those in the list.
  const facts = typeof overrides['model'] === 'string' ? factsAt(spec, overrides['model']) : undefined
  const droppedByEndpoint = endpointsOf(facts)
    .filter(endpoint => spec.routes[endpoint] !== undefined)
    .flatMap(endpoint =>
      modelsOf(spec, overrides).map(model =>
        droppedAt(spec, endpoint, { ...overrides, model }, model, facts),
      ),
    )
  return inAll(droppedByEndpoint).filter(name => name in overrides)
}

const endpointsOf = (facts: FamilyFacts | undefined): readonly Endpoint[] => {
  if (facts === undefined) return Object.keys(SAMPLES) as Endpoint[]
  return [facts.embeddings === undefined ? 'chat/completions' : 'embeddings']
}

/** Files of providers name new models, so a name that belongs to no family is tried too. */
const modelsOf = (spec: ProviderSpec, { model }: JsonObject): readonly string[] =>
  typeof model === 'string' ? [model] : [...(spec.models ?? []), 'model']

const inAll = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  first.filter(name => others.every(names => names.includes(name)))

function droppedAt(
  spec: ProviderSpec,
  endpoint: Endpoint,
  overrides: JsonObject,
  model: string,
  facts: FamilyFacts | undefined,
): readonly string[] {
  if (endpoint !== 'chat/completions' && !isConverted(spec, endpoint)) return spec.omits ?? []
  const request: JsonObject = { ...SAMPLES[endpoint], ...overrides }
  const converted = probeRequest(spec, endpoint, request, model, facts)
  if (isFailure(converted)) return []
  // What is sent otherwise than requested, such as the nearest effort, is reported by each reply, and has an effect.
  return converted.dropped.filter(name => {
    const { [name]: _, ...without } = request
    const other = probeRequest(spec, endpoint, without, model, facts)
    return !isFailure(other) && writeJson(other.body) === writeJson(converted.body)
  })
}

const TOOLS = [{ type: 'function', function: { name: 'tool', parameters: { type: 'object' } } }]

/** What else a chat may ask for, on which it may depend whether a parameter is supported. */
const OTHER_WISHES: readonly JsonObject[] = [
  {},
  { stream: true },
  { reasoning_effort: 'none' },
  { reasoning_effort: 'high' },
  { reasoning_effort: 'none', stream: true },
  { thinking: { type: 'disabled' } },
  { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 8000 },
  { tools: TOOLS },
  { tools: TOOLS, reasoning_effort: 'none' },
]

/** The overrides for which a gateway that rejects what is unsupported would reject every chat. */
export function alwaysDroppedOverrides(spec: ProviderSpec, overrides: JsonObject): readonly string[] {
  const endpoint = 'chat/completions'
  const { model } = overrides
  const facts = typeof model === 'string' ? factsAt(spec, model) : undefined
  if (spec.routes[endpoint] === undefined || facts?.embeddings !== undefined) return []
  const named = modelsOf(spec, overrides).flatMap(each =>
    OTHER_WISHES.map(wish => {
      const chat = { ...SAMPLES[endpoint], ...wish, ...overrides, model: each }
      // The name before a dot is the parameter that has the part.
      return droppedIn(probeRequest(spec, endpoint, chat, each, facts)).map(name => name.replace(/\..*$/, ''))
    }),
  )
  return inAll(named).filter(name => name in overrides)
}
