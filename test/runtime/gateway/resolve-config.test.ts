// Three ways to a route: a saved config id, JSON in the config header, plain headers. Header configs are compiled once.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../../compiler/facts/catalog.ts'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { callFeatures } from '../../../runtime/gateway/call-features.ts'
import type { GatewayParts } from '../../../runtime/gateway/gateway-parts.ts'
import { linkResolver } from '../../../runtime/gateway/resolve-config.ts'
import { withVendorFieldsOnly } from '../../../runtime/link/call/vendor-fields-only.ts'
import { linkGuards } from '../../../runtime/link/guard/guard.ts'
import { linkErrorKinds } from '../../../runtime/link/nodes/error-kinds.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { withProcessLimits } from '../../../runtime/process/process-limits.ts'
import { allAdapters } from '../../../runtime/providers/all-adapters.ts'
import { createMemoryCircuits } from '../../../runtime/state/memory-circuits.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { createLruMap } from '../../../runtime/values/lru-map.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** A resolver whose catalog counts lookups of the provider `openai` by name: each compilation does one. */
function counted(inline_configs: number) {
  let lookUps = 0
  const catalog = runtimeCatalog()
  const counting: Catalog = {
    ...catalog,
    provider: name => {
      if (name === 'openai') lookUps += 1
      return catalog.provider(name)
    },
  }
  const { bundle } = compileProject(
    {
      manifest: {
        source: { name: 'gateway.json', text: JSON.stringify({ limits: { inline_configs } }) },
        read: readJson,
      },
      configs: new Map(),
    },
    catalog,
    sha256,
  )
  if (bundle === undefined) throw new Error('The manifest is wrong.')
  const gateway = withProcessLimits(bundle.gateway, { total: 2 ** 30, heap: 2 ** 28 })
  const parts: GatewayParts = {
    ports: { ...nodePorts(), upstream: () => () => {}, connect: () => () => {} },
    gateway,
    features: callFeatures(bundle, gateway, counting),
    catalog: counting,
    adapters: allAdapters,
    tokens: async () => '',
    state: {
      cache: { get: async () => 'miss', set: async () => {}, maxBodyBytes: 0, close: async () => {} },
      circuits: createMemoryCircuits(nodePorts().clock, () => {}),
    },
    stored: {},
    checks: { find: () => undefined, linkGuards },
    linkErrorKinds,
    limitReplies: () => withVendorFieldsOnly,
    backgroundQueue: { run: () => false, stop: () => {} },
    onEvent: () => {},
    secret: ({ name }) => name,
  }
  const { resolve } = linkResolver(bundle, parts)
  return {
    /** How many lookups resolving this config took. */
    cost: (config: string) => {
      const before = lookUps
      resolve(config)
      return lookUps - before
    },
    resolve,
  }
}

const inline = (key: string): string => JSON.stringify({ provider: 'openai', api_key: key })

describe('A config in the header', () => {
  it('is compiled once', () => {
    const { cost, resolve } = counted(10)
    expect(cost(inline('a'))).toBeGreaterThan(0)
    expect(cost(inline('a'))).toBe(0)
    expect(resolve(inline('a'))).toBe(resolve(inline('a')))
    expect(cost(inline('b'))).toBeGreaterThan(0)
  })

  it('that is invalid is compiled once too', () => {
    const { resolve } = counted(10)
    const wrong = resolve('{"retyr":1}')
    expect(isFailure(wrong)).toBe(true)
    expect(resolve('{"retyr":1}')).toBe(wrong)
  })

  it('is evicted when others have been used since', () => {
    const { cost } = counted(2)
    cost(inline('a'))
    cost(inline('b'))
    expect(cost(inline('a'))).toBe(0)
    cost(inline('c'))
    expect(cost(inline('a'))).toBe(0)
    expect(cost(inline('b'))).toBeGreaterThan(0)
  })

  it('that is invalid is a 400 with every error as a diagnostic, without its secrets', async () => {
    const { call } = createHarness({})
    const { status, json, text } = await call({
      headers: {
        'x-gateway-config':
          '{"provider":"openai","api_key":"sk-very-secret-1","retyr":{},"request_timeout":"x"}',
      },
    })
    expect(status).toBe(400)
    const { error } = json as {
      error: { code: string; message: string; diagnostics: { code: string; severity: string }[] }
    }
    expect(error.code).toBe('invalid_config')
    expect(error.diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(2)
    expect(error.message).toMatch(/x-gateway-config/)
    expect(text).not.toContain('sk-very-secret-1')
  })

  it.each<readonly [string, object, number, string | undefined]>([
    ['may name a stored provider', { provider: '@main' }, 200, 'inline'],
    ['names its own key', { provider: 'openai', api_key: 'own' }, 200, 'inline'],
    ['may only set a retry', { retry: { attempts: 1 } }, 200, 'inline'],
  ])('%s', async (_title, config, status, name) => {
    const { call } = createHarness({ script: [{ status: 200, body: completion('fine') }] })
    const reply = await call({
      headers: { 'x-gateway-config': JSON.stringify(config) },
      body: { model: '@main/m', messages: [] },
    })
    expect([reply.status, reply.outcome?.config]).toEqual([status, name])
  })
})

describe('A config in a header names a provider by its identifier, also without a store', () => {
  const id = derivedUuid(sha256, 'provider', 'main')
  const unknown = derivedUuid(sha256, 'provider', 'other')
  it.each<readonly [string, object, number]>([
    ['provider', { provider: `@${id}` }, 200],
    ['virtual_key', { virtual_key: id }, 200],
    ['a target', { strategy: { mode: 'fallback' }, targets: [{ provider: `@${id}` }] }, 200],
    ['provider, of a name that is not stored', { provider: `@${unknown}` }, 400],
  ])('%s', async (_title, config, status) => {
    const { call } = createHarness({ script: [{ status: 200, body: completion('fine') }] })
    const reply = await call({ headers: { 'x-gateway-config': JSON.stringify(config) } })
    expect(reply.status).toBe(status)
    expect(reply.outcome?.record.slug).toBe(status === 200 ? 'main' : undefined)
  })
})

describe('A saved config', () => {
  const configs = { one: { provider: '@main' }, two: { provider: '@main' } }
  it('is found by its identifier', async () => {
    const { call } = createHarness({ configs, script: [{ status: 200, body: completion('fine') }] })
    const { status, outcome } = await call({ headers: { 'x-gateway-config': 'two' } })
    expect([status, outcome?.config]).toEqual([200, 'two'])
  })

  it.each(['three', 'constructor', '__proto__', '[1]', '', 'ONE', 'x'.repeat(5000)])(
    '%j is unknown',
    async id => {
      const { call } = createHarness({ configs })
      const { status, json, text } = await call({ headers: { 'x-gateway-config': id } })
      expect(status).toBe(404)
      expect(json).toMatchObject({
        error: { code: 'unknown_config', message: expect.stringContaining('one, two') },
      })
      expect(text.length).toBeLessThan(500)
    },
  )
})

describe('Headers without a config', () => {
  it('take everything from the request', async () => {
    const { call } = createHarness({ script: [{ status: 200, body: completion('fine') }] })
    const reply = await call({ headers: { 'x-gateway-provider': 'openai', authorization: 'Bearer own' } })
    expect([reply.status, reply.outcome?.config, reply.outcome?.reply.target]).toEqual([
      200,
      'headers',
      'config',
    ])
  })
})

describe('An LRU map', () => {
  it('evicts the least recently used entry', () => {
    const map = createLruMap<number>({ entries: 2, bytes: 100 })
    map.set('a', 1, 1)
    map.set('b', 2, 1)
    map.get('a')
    map.set('c', 3, 1)
    expect([map.get('a'), map.get('b'), map.get('c'), map.size()]).toEqual([1, undefined, 3, 2])
  })

  it('is limited in bytes', () => {
    const map = createLruMap<number>({ entries: 10, bytes: 100 })
    map.set('a', 1, 60)
    map.set('b', 2, 40)
    expect([map.get('a'), map.get('b'), map.bytes()]).toEqual([1, 2, 100])
    map.set('c', 3, 70)
    expect([map.get('a'), map.get('b'), map.get('c'), map.bytes()]).toEqual([undefined, undefined, 3, 70])
    map.set('c', 4, 10)
    expect([map.get('c'), map.bytes()]).toEqual([4, 10])
    map.set('d', 5, 101)
    expect([map.get('d'), map.size(), map.bytes()]).toEqual([undefined, 1, 10])
  })
})
