// The contract of provider specs. It runs on every spec of the catalogue: a new provider is just a file.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adapterTables, allAdapters } from '../../../runtime/providers/all-adapters.ts'
import { isTemplate } from '../../../runtime/providers/template.ts'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import { families } from '../../../schemas/generated/families.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { readSchema } from '../../../schemas/sources.ts'

const served = catalogue.filter(spec => spec.served)
/** The OpenAI schema, native or normalized. */
const isVendors = ({ dialect }: ProviderSpec): boolean => dialect === 'vendor' || dialect === 'compatible'
const adapterSpecs = served.filter(spec => !isVendors(spec))
const compatible = served.filter(spec => isVendors(spec) && spec.id !== 'mock')
const withId = (specs: readonly ProviderSpec[]) => specs.map(spec => [spec.id, spec] as const)

/** OpenAI parameters that a provider spec may rename, omit, limit or default. */
const parameters = new Set(
  `dimensions frequency_penalty logit_bias logprobs max_chunks_per_doc max_completion_tokens max_tokens
   max_tokens_per_doc metadata n parallel_tool_calls presence_penalty priority prompt_cache_key rank_fields
   reasoning_effort response_format safety_identifier seed service_tier store stream_options temperature
   top_logprobs top_n top_p user verbosity`.split(/\s+/),
)

/** Other names that providers use for some of them. */
const otherNames = new Set(['max_tokens', 'output_dimension', 'random_seed', 'top_k'])

/** The providers without routes, as listed by the README of the folder. */
const passThroughOnly = Array.from(
  readFileSync(new URL('../../../schemas/providers/README.md', import.meta.url), 'utf8')
    .split('\n')
    .find(line => line.startsWith('| pass-through only |'))
    ?.matchAll(/`([a-z0-9-]+)`/g) ?? [],
  ([, id]) => id,
)

const sorted = (names: readonly string[] | undefined): readonly string[] => [...(names ?? [])].sort()

test('at least sixty providers are supported, and a generic one', () => {
  expect(served.length).toBeGreaterThanOrEqual(60)
  expect(compatible.map(spec => spec.id)).toContain('openai-compatible')
})

test('every provider spec has a file of its name, and every file a spec', () => {
  const files = readdirSync(new URL('../../../schemas/providers/', import.meta.url))
    .filter(file => file.endsWith('.json'))
    .map(file => file.replace(/\.json$/, ''))
  expect(catalogue.map(spec => spec.id).sort()).toEqual(files.sort())
})

/** Whether the provider spec has a base URL, or its adapter computes one from the settings. */
const hasAddress = (spec: ProviderSpec): boolean =>
  spec.baseUrl !== undefined || allAdapters.ofDialect(spec)?.baseUrl !== undefined

test('names are unique', () => {
  const called = catalogue.flatMap(spec => [spec.id, ...(spec.aliases ?? [])])
  const shown = catalogue.map(spec => spec.name)
  for (const names of [called, shown]) expect(names).toEqual([...new Set(names)])
})

test('base URLs are unique', () => {
  const addresses = catalogue.flatMap(spec => spec.baseUrl ?? [])
  expect(addresses).toEqual([...new Set(addresses)])
})

test('the README lists the providers without routes', () => {
  expect(passThroughOnly).toEqual(
    served.filter(spec => Object.keys(spec.routes).length === 0).map(spec => spec.id),
  )
})

test('schemas in a language are translated by an adapter: a provider of the dialect vendor, which gets them as sent, has none', () => {
  const sentAsTheyAre = served.filter(
    spec => spec.dialect === 'vendor' && spec.adaptsModels !== true && spec.routes['chat/completions'],
  )
  const named = sentAsTheyAre.flatMap(({ id, models = [], schemaLanguage }) => [
    ...(schemaLanguage === undefined ? [] : [id]),
    ...models.filter(model => modelFacts(model, id)?.language !== undefined),
    ...families.filter(({ hosts = {} }) => hosts[id]?.schemaLanguage !== undefined).map(family => family.id),
  ])
  expect(named).toEqual([])
  expect(sentAsTheyAre.map(({ id }) => id)).toContain('fireworks')
})

test('routes are those of the schema, in its order', () => {
  const { routes } = readSchema('provider')['properties'] as { routes: { properties: object } }
  const order = Object.keys(routes.properties)
  for (const spec of catalogue) {
    const given = Object.keys(spec.routes)
    expect(given, spec.id).toEqual(order.filter(route => given.includes(route)))
  }
})

describe.each(withId(served))('%s', (_, spec) => {
  test('its base URL is complete, https unless loopback, and has no trailing slash', () => {
    if (spec.baseUrl === undefined) return
    const url = new URL(spec.baseUrl.replaceAll(/\{[a-z0-9_|]+\}/g, 'place'))
    expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
    expect(spec.baseUrl.endsWith('/')).toBe(false)
    const near = url.hostname === '127.0.0.1' || url.protocol === 'mock:'
    expect(url.protocol).toBe(near ? (url.protocol === 'mock:' ? 'mock:' : 'http:') : 'https:')
  })

  test('the placeholders of its base URL are filled by each set of credentials, outside of the domain', () => {
    if (spec.baseUrl === undefined || !isTemplate(spec.baseUrl)) return
    for (const [, names = ''] of spec.baseUrl.matchAll(/\{([a-z0-9_|]+)\}/g))
      for (const set of spec.credentials) expect(set.some(name => names.split('|').includes(name))).toBe(true)
    // A setting may be an account or a region of the provider, never another host.
    expect(/^https:\/\/([^/]*)/.exec(spec.baseUrl)?.[1]).toMatch(/\.[a-z]+\.[a-z]+$|^[^{]*$/)
  })

  test('without a base URL it requires a custom host', () => {
    expect(spec.credentials.every(set => set.includes('custom_host'))).toBe(!hasAddress(spec))
  })

  test('its credential has a header, and a source when required', () => {
    const { form, name, scheme } = spec.auth
    expect(form === 'header').toBe(name !== undefined)
    if (name !== undefined) expect(name).toMatch(/^[a-z][a-z-]*$/)
    if (scheme !== undefined) expect(name).toBe('authorization')
    expect(form === 'signed').toBe(allAdapters.ofDialect(spec)?.authentication !== undefined)
    const demanded = spec.credentials.flat().filter(property => configFacts[property]?.secret === true)
    // A local server may be called with or without a key.
    const mayLackOne = spec.credentials.some(set => set.length === 0)
    expect(demanded.length > 0).toBe(form !== 'none' && hasAddress(spec) && !mayLackOne)
    expect(spec.credentials.length).toBeGreaterThan(0)
  })

  test('its credentials and settings are properties of a config', () => {
    for (const property of [...spec.credentials.flat(), ...Object.keys(spec.settings ?? {})])
      expect(configFacts[property]?.binding, property).toBe(true)
  })

  test('what it has of single endpoints is for routes that it serves', () => {
    const named = [spec.endpointHeaders, spec.endpointBaseUrls].flatMap(each => Object.keys(each ?? {}))
    expect(Object.keys(spec.routes)).toEqual(expect.arrayContaining(named))
  })

  test('its headers are written in lower case', () => {
    const ofEndpoints = Object.values(spec.endpointHeaders ?? {}).flatMap(each => Object.keys(each))
    for (const header of [
      ...Object.keys(spec.headers ?? {}),
      ...ofEndpoints,
      ...Object.values(spec.settings ?? {}),
    ])
      expect(header).toBe(header.toLowerCase())
  })

  test('its routes are plain paths', () => {
    for (const path of Object.values(spec.routes)) expect(path).toMatch(/^(\/[a-z0-9_-]+)+$/)
  })

  test('what it renames, omits and bounds are parameters, and none is two of these', () => {
    if (spec.dialect !== 'vendor') return
    const renamed = Object.keys(spec.renames ?? {})
    const bounded = Object.keys(spec.ranges ?? {})
    const touched = [...renamed, ...(spec.omits ?? []), ...bounded, ...Object.keys(spec.defaults ?? {})]
    for (const parameter of touched) expect(parameters, parameter).toContain(parameter)
    for (const name of Object.values(spec.renames ?? {})) {
      expect(otherNames, name).toContain(name)
      expect(renamed).not.toContain(name)
      expect(spec.omits ?? []).not.toContain(name)
    }
    expect(renamed.filter(name => spec.omits?.includes(name))).toEqual([])
    expect(bounded.filter(name => spec.omits?.includes(name))).toEqual([])
    expect(spec.omits ?? []).toEqual(sorted(spec.omits))
  })

  test('its ranges are not empty', () => {
    for (const [name, { minimum, maximum }] of Object.entries(spec.ranges ?? {})) {
      expect(minimum ?? maximum, name).toBeDefined()
      expect(minimum ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(maximum ?? Number.POSITIVE_INFINITY)
    }
  })

  test('its capabilities are unique, in the order of the schema', () => {
    const { capabilities } = readSchema('provider')['properties'] as {
      capabilities: { items: { enum: readonly string[] } }
    }
    const given: readonly string[] = spec.capabilities ?? []
    expect(given).toEqual(capabilities.items.enum.filter(each => given.includes(each)))
    expect(spec.capabilities).not.toEqual([])
  })

  test('it lists its sources', () => {
    expect(spec.sources.length).toBeGreaterThan(0)
    expect(spec.sources).toEqual([...new Set(spec.sources)])
    for (const source of spec.sources) expect(source).toMatch(spec.id === 'mock' ? /\.md$/ : /^https:\/\//)
  })
})

describe('dialects', () => {
  /** OpenAI endpoints that run a model, which other dialects must translate. */
  const translated = ['chat/completions', 'completions', 'embeddings', 'rerank']

  test.each(withId(adapterSpecs))(
    '%s has a route for each part of its adapter, and a translation where one is needed',
    (_, spec) => {
      const adapter = allAdapters.ofDialect(spec)
      const routes = Object.keys(spec.routes)
      const written = Object.keys(adapter?.endpoints ?? {})
      expect(written.filter(endpoint => !routes.includes(endpoint))).toEqual([])
      if (adapter?.path === undefined)
        expect(routes.filter(route => translated.includes(route) && !written.includes(route))).toEqual([])
      expect(adapter?.error(undefined, 500)).toEqual({ message: expect.any(String), type: 'server_error' })
    },
  )

  test('no adapter is without a provider', () => {
    const dialects = new Set<string>(catalogue.map(spec => spec.dialect))
    expect(Object.keys(adapterTables.dialects).filter(dialect => !dialects.has(dialect))).toEqual([])
    const ids = new Set(catalogue.map(spec => spec.id))
    expect(Object.keys(adapterTables.providers).filter(id => !ids.has(id))).toEqual([])
    expect(adapterSpecs.filter(spec => allAdapters.ofDialect(spec) === undefined)).toEqual([])
  })

  test('a provider with chats in the OpenAI schema specifies usage in streams', () => {
    for (const spec of compatible)
      expect(spec.usageInStreams !== undefined, spec.id).toBe(spec.routes['chat/completions'] !== undefined)
  })
})
