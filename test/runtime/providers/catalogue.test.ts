import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adapters } from '../../../runtime/providers/registry.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderRow } from '../../../schemas/generated/types.ts'

const served = catalogue.filter(row => row.served)
const own = served.filter(row => row.dialect !== 'vendor')
const compatible = served.filter(row => row.dialect === 'vendor' && row.id !== 'mock')
const named = (rows: readonly ProviderRow[]) => rows.map(row => [row.id, row] as const)

/** Parameters of the vendor's chat, completions and embeddings that a row may rename, omit or give a default. */
const parameters = new Set(
  `frequency_penalty logit_bias logprobs max_completion_tokens max_tokens metadata n parallel_tool_calls presence_penalty
   prompt_cache_key random_seed reasoning_effort response_format safety_identifier seed service_tier store stream_options
   top_logprobs user verbosity`.split(/\s+/),
)

test('the catalogue has at least twenty compatible providers, and a generic one', () => {
  expect(compatible.length).toBeGreaterThanOrEqual(20)
  expect(compatible.map(row => row.id)).toContain('openai-compatible')
})

test('every row has a file of its name, and every file a row', () => {
  const files = readdirSync(new URL('../../../schemas/providers/', import.meta.url))
    .filter(file => file.endsWith('.json'))
    .map(file => file.replace(/\.json$/, ''))
  expect(catalogue.map(row => row.id).sort()).toEqual(files.sort())
})

/** The row says an address, or its adapter makes one of the settings. */
const hasAddress = (row: ProviderRow): boolean =>
  row.baseUrl !== undefined || adapters[row.dialect]?.address !== undefined

test('no name stands for two providers', () => {
  const names = catalogue.flatMap(row => [row.id, ...(row.aliases ?? [])])
  expect(names).toEqual([...new Set(names)])
})

describe.each(named(served))('%s', (_, row) => {
  test('its address is whole, secure beyond this machine, and ends without a slash', () => {
    if (row.baseUrl === undefined) return
    const url = new URL(row.baseUrl)
    expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
    expect(row.baseUrl.endsWith('/')).toBe(false)
    const near = url.hostname === '127.0.0.1' || url.protocol === 'mock:'
    expect(url.protocol).toBe(near ? (url.protocol === 'mock:' ? 'mock:' : 'http:') : 'https:')
  })

  test('without an address it asks for one', () => {
    expect(row.credentials.every(set => set.includes('custom_host'))).toBe(!hasAddress(row))
  })

  test('its credential has a place, and a source when it is demanded', () => {
    const { form, name } = row.auth
    expect(form === 'header').toBe(name !== undefined)
    if (name !== undefined) expect(name).toMatch(/^[a-z][a-z-]*$/)
    expect(form === 'signed').toBe(adapters[row.dialect]?.authentication !== undefined)
    expect(['bearer', 'header', 'none', 'signed']).toContain(form)
    const demanded = row.credentials.flat().filter(property => configFacts[property]?.secret === true)
    expect(demanded.length > 0).toBe(form !== 'none' && hasAddress(row))
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

  test('it serves chats, and routes that the gateway knows', () => {
    const known = ['chat/completions', 'completions', 'embeddings', 'models']
    expect(Object.keys(row.routes)).toContain('chat/completions')
    for (const [route, path] of Object.entries(row.routes)) {
      expect(known).toContain(route)
      expect(path).toMatch(/^(\/[a-z0-9-]+)+$/)
    }
  })

  test('what it renames and omits are parameters, and no parameter is both', () => {
    const renamed = Object.entries(row.renames ?? {})
    // Defaults of an own dialect may be its own words: they are asked for where the vendor has none.
    const defaults = row.dialect === 'vendor' ? Object.keys(row.defaults ?? {}) : []
    const touched = [...renamed.flat(), ...(row.omits ?? []), ...defaults]
    for (const parameter of touched) expect(parameters, parameter).toContain(parameter)
    for (const [from, to] of renamed) {
      expect(from).not.toBe(to)
      expect(row.omits ?? []).not.toContain(from)
      expect(row.omits ?? []).not.toContain(to)
    }
    expect(row.omits ?? []).toEqual([...(row.omits ?? [])].sort())
  })

  test('it says where its facts were read', () => {
    expect(row.sources.length).toBeGreaterThan(0)
    for (const source of row.sources) expect(source).toMatch(row.id === 'mock' ? /\.md$/ : /^https:\/\//)
  })
})

describe('dialects', () => {
  test.each(named(own))('%s has an adapter for each of its routes', (_, row) => {
    const adapter = adapters[row.dialect]
    expect(Object.keys(adapter?.endpoints ?? {}).sort()).toEqual(Object.keys(row.routes).sort())
    expect(adapter?.error(undefined, 500)).toEqual({ message: expect.any(String), type: 'server_error' })
  })

  test('no adapter is without a provider', () => {
    const dialects = new Set(catalogue.map(row => row.dialect))
    expect(Object.keys(adapters).filter(dialect => !dialects.has(dialect as ProviderRow['dialect']))).toEqual(
      [],
    )
    expect(own.filter(row => adapters[row.dialect] === undefined)).toEqual([])
  })

  test('a provider that speaks the vendor’s dialect says how it counts in streams', () => {
    for (const row of compatible) expect(row.usageInStreams, row.id).toBeDefined()
  })
})
