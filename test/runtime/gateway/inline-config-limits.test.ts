// Header configs are cached within a number of bytes, compiled within complexity limits, and rejected for callers who
// may not send them.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { callFeatures } from '../../../runtime/gateway/call-features.ts'
import type { GatewayParts } from '../../../runtime/gateway/gateway-parts.ts'
import type { GatewayRequest } from '../../../runtime/gateway/gateway-request.ts'
import { linkCompileBudget, linkResolver } from '../../../runtime/gateway/resolve-config.ts'
import type { ResolvedConfig } from '../../../runtime/gateway/resolved-config.ts'
import { withVendorFieldsOnly } from '../../../runtime/link/call/vendor-fields-only.ts'
import { linkGuards } from '../../../runtime/link/guard/guard.ts'
import { linkErrorKinds } from '../../../runtime/link/nodes/error-kinds.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { allAdapters } from '../../../runtime/providers/all-adapters.ts'
import { createMemoryCircuits } from '../../../runtime/state/memory-circuits.ts'
import { type Failure, isFailure } from '../../../runtime/values/failures.ts'
import { createLruMap } from '../../../runtime/values/lru-map.ts'
import type { Ports } from '../../../runtime/values/ports.ts'
import { createHarness } from '../../support/harness.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join()

const requestOf = (id: string, config: string): GatewayRequest =>
  ({
    caller: { id, workspace: 'default', scopes: new Set() },
    requestOptions: { options: { config } },
  }) as unknown as GatewayRequest

function resolverWith(bytes: number, nextTurn: Ports['nextTurn'] = nodePorts().nextTurn) {
  const catalog = runtimeCatalog()
  const manifest = { source: { name: 'gateway.json', text: '{}' }, read: readJson }
  const { bundle } = compileProject({ manifest, configs: new Map() }, catalog, sha256)
  if (bundle === undefined) throw new Error('The manifest is wrong.')
  const parts: GatewayParts = {
    ports: { ...nodePorts(), nextTurn, upstream: () => () => {}, connect: () => () => {} },
    gateway: bundle.gateway,
    features: callFeatures(bundle, bundle.gateway, catalog),
    catalog,
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
  const cached = createLruMap<ResolvedConfig | Failure>({ entries: 1_000_000, bytes })
  return { ...linkResolver(bundle, parts, cached), cached }
}

const LARGE = 'x'.repeat(27_000)
const large = (index: number): string => `{"provider":"mock","override_params":{"stop":"${index}${LARGE}"}}`
const TARGETS = (count: number): string =>
  `{"strategy":{"mode":"fallback"},"targets":[${many(count, () => '{"provider":"mock"}')}]}`
const CHECKS = (count: number): string =>
  `{"provider":"mock","input_guardrails":[${many(count, () => '{"pii":{}}')}]}`
const CONDITIONS = (count: number, query: (index: number) => string): string =>
  `{"strategy":{"mode":"conditional","default":"a","conditions":[${many(count, index => `{"query":${query(index)},"then":"a"}`)}]},"targets":[{"name":"a","provider":"mock"}]}`

describe('Configs from headers', () => {
  it('2,000 distinct ones of 28 KB stay within the bytes that the cache may occupy', () => {
    const { resolve, cached } = resolverWith(4 * 1024 * 1024)
    for (let index = 0; index < 2_000; index += 1) expect(isFailure(resolve(large(index)))).toBe(false)
    expect(cached.bytes()).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(cached.size()).toBeGreaterThan(10)
    expect(cached.size()).toBeLessThan(100)
  })

  it('rejections are cached within the same bytes', () => {
    const { resolve, cached } = resolverWith(1024 * 1024)
    const wrong = (index: number): string => `{"retyr":"${index}${LARGE}"}`
    const first = resolve(wrong(0))
    expect([isFailure(first), resolve(wrong(0)) === first]).toEqual([true, true])
    for (let index = 1; index < 200; index += 1) resolve(wrong(index))
    expect(cached.bytes()).toBeLessThanOrEqual(1024 * 1024)
    expect(resolve(wrong(0))).not.toBe(first)
  })
})

describe('A config from a header that would be costly to compile', () => {
  it.each<readonly [string, string, string]>([
    ['targets', TARGETS(101), '100 targets'],
    ['checks', CHECKS(33), '32 checks'],
    [
      'checks that targets inherit',
      TARGETS(30).replace('{"strategy"', `{"input_guardrails":[${many(9, () => '{"pii":{}}')}],"strategy"`),
      '256 checks, inherited ones included',
    ],
    ['conditions', CONDITIONS(300, index => `{"metadata.a":${index}}`), '500 objects in its conditions'],
    [
      'properties',
      `{"provider":"mock",${many(100, index => `"x${index}":1`)}}`,
      '100 properties in one object',
    ],
    ['values', `{"provider":"mock","override_params":{"stop":[${many(4_000, String)}]}}`, '4000 values'],
    [
      'regular expressions',
      CONDITIONS(5, index => `{"metadata.a":{"$regex":"a{900}${index}"}}`),
      '4000 characters and steps',
    ],
    [
      'regular expressions of JSON Schemas',
      `{"provider":"mock","output_guardrails":[{"jsonSchema":{"schema":{"properties":{${many(50, index => `"k${index}":{"pattern":"\\\\pL${index}"}`)}}}}}]}`,
      '4000 characters and steps in its regular expressions',
    ],
  ])('is rejected for its %s', async (_title, config, named) => {
    const { status, json } = await createHarness({}).call({ headers: { 'x-gateway-config': config } })
    expect([status, json]).toMatchObject([
      400,
      {
        error: {
          code: 'invalid_config',
          message: expect.stringContaining(named),
          diagnostics: [{ code: 'costly-config' }],
        },
      },
    ])
  })

  it.each<readonly [string, string]>([
    ['targets', TARGETS(100)],
    ['checks', CHECKS(32)],
    ['conditions', CONDITIONS(160, index => `{"metadata.a":${index}}`)],
    ['regular expressions', CONDITIONS(4, index => `{"metadata.a":{"$regex":"a{900}${index}"}}`)],
  ])('is not rejected for as many %s as are allowed', (_title, config) => {
    const { resolve } = resolverWith(2 ** 24)
    const result = resolve(config)
    if (isFailure(result)) expect(JSON.stringify(result.diagnostics ?? [])).not.toContain('costly-config')
  })
})

describe('inline_configs: false', () => {
  const hashed = (key: string): string => `sha256:${sha256(key)}`
  const keys = (first: object, second: object) => [
    { id: 'first', hash: hashed('key-one'), ...first },
    { id: 'second', hash: hashed('key-two'), ...second },
  ]
  const no = { inline_configs: false }
  const yes = { inline_configs: true }
  it.each<readonly [string, object, readonly [number, number]]>([
    ['without the setting both keys may send configs', { api_keys: keys({}, {}) }, [200, 200]],
    ['of a key applies to that key', { api_keys: keys(no, {}) }, [403, 200]],
    ['of the gateway applies to all keys', { ...no, api_keys: keys({}, {}) }, [403, 403]],
    ['of the gateway is overridden by a key’s', { ...no, api_keys: keys(yes, no) }, [200, 403]],
  ])('%s', async (_title, manifest, expected) => {
    const { call } = createHarness({
      manifest: { providers: { mock: { provider: 'mock' } }, ...manifest },
      script: [
        { status: 200, body: {} },
        { status: 200, body: {} },
      ],
    })
    const statuses: number[] = []
    for (const key of ['key-one', 'key-two']) {
      const headers = { 'x-gateway-api-key': key, 'x-gateway-config': ' {"provider":"@mock"}' }
      statuses.push((await call({ headers })).status)
    }
    expect(statuses).toEqual(expected)
  })

  it('names the setting that forbids it, and allows saved configs and plain headers', async () => {
    const { call } = createHarness({
      manifest: { ...no, providers: { mock: { provider: 'mock' } } },
      configs: { chat: { provider: '@mock' } },
      script: [
        { status: 200, body: {} },
        { status: 200, body: {} },
      ],
    })
    const refused = await call({ headers: { 'x-gateway-config': '{"provider":"@mock"}' } })
    expect(refused.json).toMatchObject({
      error: {
        code: 'forbidden',
        message: expect.stringMatching(/x-gateway-config.*"inline_configs" is false/),
      },
    })
    expect((await call({ headers: { 'x-gateway-config': 'chat' } })).status).toBe(200)
    expect((await call({ headers: { 'x-gateway-provider': '@mock' } })).status).toBe(200)
  })
})

describe('the time in which configs of a key are compiled', () => {
  it('is a fifth of all once two seconds are used, and that of other keys stays theirs', () => {
    let now = 0
    const budget = linkCompileBudget({ monotonic: () => now })
    const result = { name: 'compiled' } as ResolvedConfig
    const compile = (key: string): boolean => {
      const found = budget(key, () => {
        now += 100
        return result
      })
      return !isFailure(found)
    }
    expect(Array.from({ length: 30 }, () => compile('hog')).filter(Boolean).length).toBeGreaterThanOrEqual(20)
    expect(compile('hog')).toBe(false)
    expect(compile('other')).toBe(true)
    // What is compiled in 100 ms took 500 ms to save up.
    let compiled = 0
    for (const end = now + 10_000; now < end; now += 10) if (compile('hog')) compiled += 1
    expect(compiled).toBeGreaterThan(15)
    expect(compiled).toBeLessThan(25)
  })
})

describe('configs that are sent at once', () => {
  it('are compiled in the turns of their key', async () => {
    const turns: Parameters<Ports['nextTurn']>[] = []
    const { resolveConfig } = resolverWith(2 ** 20, (...turn) => void turns.push(turn))
    const requests = ['hog', 'hog', 'other'].map((id, index) =>
      requestOf(id, `{"provider":"mock","override_params":{"seed":${index}}}`),
    )
    const resolved = requests.map(request => resolveConfig(request))
    expect(turns.map(([, owner]) => owner)).toEqual(['hog', 'hog', 'other'])
    expect(requests.map(({ config }) => config)).toEqual([undefined, undefined, undefined])
    for (const [action] of turns) action()
    await Promise.all(resolved)
    expect(requests.every(({ config }) => config !== undefined)).toBe(true)
  })

  it('are served at once where they are known', async () => {
    const { resolveConfig } = resolverWith(2 ** 20)
    const [first, second] = [requestOf('a', '{"provider":"mock"}'), requestOf('a', '{"provider":"mock"}')]
    await expect(resolveConfig(first)).resolves.toBeUndefined()
    expect(resolveConfig(second)).toBeUndefined()
    expect(second.config).toBe(first.config)
  })
})
