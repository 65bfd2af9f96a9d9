// The contract of provider specs. It runs on every spec of the catalogue: a new provider is just a file.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adapters } from '../../../runtime/providers/registry.ts'
import { isTemplate } from '../../../runtime/providers/template.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { readSchema } from '../../../schemas/sources.ts'

const served = catalogue.filter(row => row.served)
/** The OpenAI schema, native or normalized. */
const isVendors = ({ dialect }: ProviderSpec): boolean => dialect === 'vendor' || dialect === 'compatible'
const own = served.filter(row => !isVendors(row))
const compatible = served.filter(row => isVendors(row) && row.id !== 'mock')
const named = (rows: readonly ProviderSpec[]) => rows.map(row => [row.id, row] as const)

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
const passedThrough = Array.from(
  readFileSync(new URL('../../../schemas/providers/README.md', import.meta.url), 'utf8')
    .split('\n')
    .find(line => line.startsWith('| pass-through only |'))
    ?.matchAll(/`([a-z0-9-]+)`/g) ?? [],
  ([, id]) => id,
)

const sorted = (names: readonly string[] | undefined): readonly string[] => [...(names ?? [])].sort()

test('at least sixty providers are supported, and a generic one', () => {
  expect(served.length).toBeGreaterThanOrEqual(60)
  expect(compatible.map(row => row.id)).toContain('openai-compatible')
})

test('every provider spec has a file of its name, and every file a spec', () => {
  const files = readdirSync(new URL('../../../schemas/providers/', import.meta.url))
    .filter(file => file.endsWith('.json'))
    .map(file => file.replace(/\.json$/, ''))
  expect(catalogue.map(row => row.id).sort()).toEqual(files.sort())
})

/** Whether the provider spec has a base URL, or its adapter computes one from the settings. */
const hasAddress = (row: ProviderSpec): boolean =>
  row.baseUrl !== undefined || adapters[row.dialect]?.address !== undefined

test('names are unique', () => {
  const called = catalogue.flatMap(row => [row.id, ...(row.aliases ?? [])])
  const shown = catalogue.map(row => row.name)
  for (const names of [called, shown]) expect(names).toEqual([...new Set(names)])
})

test('base URLs are unique', () => {
  const addresses = catalogue.flatMap(row => row.baseUrl ?? [])
  expect(addresses).toEqual([...new Set(addresses)])
})

test('the README lists the providers without routes', () => {
  expect(passedThrough).toEqual(served.filter(row => Object.keys(row.routes).length === 0).map(row => row.id))
})

test('routes are those of the schema, in its order', () => {
  const { routes } = readSchema('provider')['properties'] as { routes: { properties: object } }
  const order = Object.keys(routes.properties)
  for (const row of catalogue) {
    const given = Object.keys(row.routes)
    expect(given, row.id).toEqual(order.filter(route => given.includes(route)))
  }
})

describe.each(named(served))('%s', (_, row) => {
  test('its base URL is complete, https unless loopback, and has no trailing slash', () => {
    if (row.baseUrl === undefined) return
    const url = new URL(row.baseUrl.replaceAll(/\{[a-z0-9_|]+\}/g, 'place'))
    expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
    expect(row.baseUrl.endsWith('/')).toBe(false)
    const near = url.hostname === '127.0.0.1' || url.protocol === 'mock:'
    expect(url.protocol).toBe(near ? (url.protocol === 'mock:' ? 'mock:' : 'http:') : 'https:')
  })

  test('the placeholders of its base URL are filled by each set of credentials, outside of the domain', () => {
    if (row.baseUrl === undefined || !isTemplate(row.baseUrl)) return
    for (const [, names = ''] of row.baseUrl.matchAll(/\{([a-z0-9_|]+)\}/g))
      for (const set of row.credentials) expect(set.some(name => names.split('|').includes(name))).toBe(true)
    // A setting may be an account or a region of the provider, never another host.
    expect(/^https:\/\/([^/]*)/.exec(row.baseUrl)?.[1]).toMatch(/\.[a-z]+\.[a-z]+$|^[^{]*$/)
  })

  test('without a base URL it requires a custom host', () => {
    expect(row.credentials.every(set => set.includes('custom_host'))).toBe(!hasAddress(row))
  })

  test('its credential has a header, and a source when required', () => {
    const { form, name, scheme } = row.auth
    expect(form === 'header').toBe(name !== undefined)
    if (name !== undefined) expect(name).toMatch(/^[a-z][a-z-]*$/)
    if (scheme !== undefined) expect(name).toBe('authorization')
    expect(form === 'signed').toBe(adapters[row.dialect]?.authentication !== undefined)
    const demanded = row.credentials.flat().filter(property => configFacts[property]?.secret === true)
    // A local server may be called with or without a key.
    const mayLackOne = row.credentials.some(set => set.length === 0)
    expect(demanded.length > 0).toBe(form !== 'none' && hasAddress(row) && !mayLackOne)
    expect(row.credentials.length).toBeGreaterThan(0)
  })

  test('its credentials and settings are properties of a config', () => {
    for (const property of [...row.credentials.flat(), ...Object.keys(row.settings ?? {})])
      expect(configFacts[property]?.binding, property).toBe(true)
  })

  test('its headers are written in lower case', () => {
    for (const header of [...Object.keys(row.headers ?? {}), ...Object.values(row.settings ?? {})])
      expect(header).toBe(header.toLowerCase())
  })

  test('its routes are plain paths', () => {
    for (const path of Object.values(row.routes)) expect(path).toMatch(/^(\/[a-z0-9_-]+)+$/)
  })

  test('what it renames, omits and bounds are parameters, and none is two of these', () => {
    if (row.dialect !== 'vendor') return
    const renamed = Object.keys(row.renames ?? {})
    const bounded = Object.keys(row.ranges ?? {})
    const touched = [...renamed, ...(row.omits ?? []), ...bounded, ...Object.keys(row.defaults ?? {})]
    for (const parameter of touched) expect(parameters, parameter).toContain(parameter)
    for (const name of Object.values(row.renames ?? {})) {
      expect(otherNames, name).toContain(name)
      expect(renamed).not.toContain(name)
      expect(row.omits ?? []).not.toContain(name)
    }
    expect(renamed.filter(name => row.omits?.includes(name))).toEqual([])
    expect(bounded.filter(name => row.omits?.includes(name))).toEqual([])
    expect(row.omits ?? []).toEqual(sorted(row.omits))
  })

  test('its ranges are not empty', () => {
    for (const [name, { minimum, maximum }] of Object.entries(row.ranges ?? {})) {
      expect(minimum ?? maximum, name).toBeDefined()
      expect(minimum ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(maximum ?? Number.POSITIVE_INFINITY)
    }
  })

  test('its capabilities are unique, in the order of the schema', () => {
    const { capabilities } = readSchema('provider')['properties'] as {
      capabilities: { items: { enum: readonly string[] } }
    }
    const given: readonly string[] = row.capabilities ?? []
    expect(given).toEqual(capabilities.items.enum.filter(each => given.includes(each)))
    expect(row.capabilities).not.toEqual([])
  })

  test('it lists its sources', () => {
    expect(row.sources.length).toBeGreaterThan(0)
    expect(row.sources).toEqual([...new Set(row.sources)])
    for (const source of row.sources) expect(source).toMatch(row.id === 'mock' ? /\.md$/ : /^https:\/\//)
  })
})

describe('dialects', () => {
  /** OpenAI endpoints that run a model, which other dialects must translate. */
  const translated = ['chat/completions', 'completions', 'embeddings', 'rerank']

  test.each(named(own))(
    '%s has a route for each part of its adapter, and a translation where one is needed',
    (_, row) => {
      const adapter = adapters[row.dialect]
      const routes = Object.keys(row.routes)
      const written = Object.keys(adapter?.endpoints ?? {})
      expect(written.filter(endpoint => !routes.includes(endpoint))).toEqual([])
      if (adapter?.path === undefined)
        expect(routes.filter(route => translated.includes(route) && !written.includes(route))).toEqual([])
      expect(adapter?.error(undefined, 500)).toEqual({ message: expect.any(String), type: 'server_error' })
    },
  )

  test('no adapter is without a provider', () => {
    const dialects = new Set(catalogue.map(row => row.dialect))
    expect(
      Object.keys(adapters).filter(dialect => !dialects.has(dialect as ProviderSpec['dialect'])),
    ).toEqual([])
    expect(own.filter(row => adapters[row.dialect] === undefined)).toEqual([])
  })

  test('a provider with chats in the OpenAI schema specifies usage in streams', () => {
    for (const row of compatible)
      expect(row.usageInStreams !== undefined, row.id).toBe(row.routes['chat/completions'] !== undefined)
  })
})
