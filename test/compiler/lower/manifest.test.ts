// A manifest → the gateway of a bundle.
import { describe, expect, it } from 'vitest'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import type { Manifest } from '../../../schemas/generated/types.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const HASH = 'ab'.repeat(32)

describe('the gateway of a manifest', () => {
  it('has every default when the manifest is empty', () => {
    expect(lowerManifest({}, tinyCatalog)).toEqual({
      name: 'gateway',
      listen: { host: '127.0.0.1', port: 8787 },
      headerPrefix: 'x-gateway-',
      providers: {},
      apiKeys: [],
      trustedHosts: [],
      unsupported: 'drop',
      limits: manifestDefaults.limits,
      guardrails: {},
      inputGuardrails: [],
      outputGuardrails: [],
      state: { kind: 'memory' },
      log: 'stdout',
      metrics: manifestDefaults.telemetry.metrics,
    })
  })

  it.each<readonly [string, object, object]>([
    ['are allowed unless it says otherwise', {}, {}],
    ['are allowed where it says so', { inline_configs: true }, {}],
    ['are refused where it says so', { inline_configs: false }, { inlineConfigs: false }],
    [
      'are decided by a key that mentions them',
      { api_keys: [{ id: 'a', hash: `sha256:${HASH}`, inline_configs: true }] },
      { apiKeys: [{ id: 'a', inlineConfigs: true }] },
    ],
  ])('configs from headers %s', (_title, manifest, expected) => {
    const gateway = lowerManifest(manifest, tinyCatalog)
    expect(gateway).toMatchObject(expected)
    expect('inlineConfigs' in gateway).toBe('inlineConfigs' in expected)
  })

  it.each<readonly [string, Manifest, string | undefined]>([
    ['is left to the keys unless it says otherwise', {}, undefined],
    ['is left to the keys, which are none, where it says none', { authentication: 'none' }, undefined],
    ['is written where it says required', { authentication: 'required' }, 'required'],
  ])('authentication %s', (_title, manifest, expected) => {
    expect(lowerManifest(manifest, tinyCatalog).authentication).toBe(expected)
  })

  it.each<readonly [string, object, object]>([
    ['are allowed unless it says otherwise', { custom_hosts: true }, {}],
    ['are refused where it says so', { custom_hosts: false }, { customHosts: false }],
    [
      'are decided by a key that mentions them',
      { api_keys: [{ id: 'a', hash: `sha256:${HASH}`, custom_hosts: false }] },
      { apiKeys: [{ id: 'a', customHosts: false }] },
    ],
  ])('hosts of callers %s', (_title, manifest, expected) => {
    const gateway = lowerManifest(manifest, tinyCatalog)
    expect(gateway).toMatchObject(expected)
    expect('customHosts' in gateway).toBe('customHosts' in expected)
  })

  it.each<readonly [object | boolean, object]>([
    [true, { metrics: true }],
    [false, { metrics: false }],
    [{ port: 9464 }, { metrics: true, metricsListen: { host: '127.0.0.1', port: 9464 } }],
    [
      { host: '::', port: 9464 },
      { metrics: true, metricsListen: { host: '::', port: 9464 } },
    ],
  ])('metrics: %j', (metrics, expected) => {
    const { metrics: served, metricsListen } = lowerManifest(
      { telemetry: { metrics } } as Manifest,
      tinyCatalog,
    )
    expect({ metrics: served, ...(metricsListen && { metricsListen }) }).toEqual(expected)
  })

  const [main, own] = ['main', 'own'].map(name => ({ certificate: `${name}.crt`, key: `${name}.key` }))

  it.each<readonly [string, object, object]>([
    ['listens on the loopback address', { admin: { port: 1 } }, { host: '127.0.0.1', port: 1 }],
    [
      'has the certificate of the gateway',
      { tls: main, admin: { host: '::', port: 1 } },
      { host: '::', port: 1, tls: main },
    ],
    [
      'may have its own',
      { tls: main, admin: { port: 1, tls: own } },
      { host: '127.0.0.1', port: 1, tls: own },
    ],
  ])('the admin listener %s', (_title, listen, expected) => {
    expect(lowerManifest({ listen } as Manifest, tinyCatalog).listen.admin).toEqual(expected)
  })

  it.each<readonly [string, object, object | undefined]>([
    ['is absent by default', {}, undefined],
    ['may be switched off', { console: false }, undefined],
    ['has its defaults', { console: true }, { sessionTtl: 28_800 }],
    ['has the same without any setting', { console: {} }, { sessionTtl: 28_800 }],
    ['has settings', { console: { read_only: true, session_ttl: 600 } }, { readOnly: true, sessionTtl: 600 }],
    [
      'listens on the loopback address with the certificate of the gateway',
      { listen: { tls: main }, console: { listen: { port: 1 } } },
      { sessionTtl: 28_800, listen: { host: '127.0.0.1', port: 1, tls: main } },
    ],
  ])('the console %s', (_title, manifest, expected) => {
    expect(lowerManifest(manifest as Manifest, tinyCatalog).console).toEqual(expected)
  })

  it('copies manifest settings and applies defaults', () => {
    const gateway = lowerManifest(
      {
        listen: { port: 0 },
        header_prefix: 'X-Acme-',
        limits: { body_bytes: 1024 },
        trusted_hosts: ['10.0.0.0/8'],
        telemetry: { log: 'none' },
      },
      tinyCatalog,
    )
    expect(gateway).toMatchObject({
      listen: { host: '127.0.0.1', port: 0 },
      headerPrefix: 'x-acme-',
      trustedHosts: ['10.0.0.0/8'],
      log: 'none',
    })
    expect(gateway.limits).toEqual({ ...manifestDefaults.limits, body_bytes: 1024 })
  })

  it('lists hosts once, in lower case and in order', () => {
    const listen = { hosts: ['Gateway.Internal', 'a.test:8787', 'gateway.internal'], behind_proxy: true }
    expect(lowerManifest({ listen }, tinyCatalog).listen).toEqual({
      host: '127.0.0.1',
      port: 8787,
      hosts: ['a.test:8787', 'gateway.internal'],
      behindProxy: true,
    })
  })

  it('writes origins as browsers send them', () => {
    const cors = {
      origins: ['HTTPS://App.Example.com:443', 'http://localhost:3000', 'https://app.example.com'],
    }
    expect(lowerManifest({ listen: { cors } }, tinyCatalog).listen.cors).toEqual({
      origins: ['http://localhost:3000', 'https://app.example.com'],
      maxAge: 600,
    })
    const more = { origins: ['*', 'chrome-extension://abc'], headers: ['X-B', 'x-a', 'x-b'], max_age: 0 }
    expect(lowerManifest({ listen: { cors: more } }, tinyCatalog).listen.cors).toEqual({
      origins: ['*', 'chrome-extension://abc'],
      headers: ['x-a', 'x-b'],
      maxAge: 0,
    })
  })

  it('bares hashes; a key without scopes may do everything, one with an empty list nothing', () => {
    const keys = [
      { id: 'a', hash: `sha256:${HASH}` },
      { id: 'b', hash: `sha256:${HASH}`, workspace: 'w', scopes: [] },
    ]
    expect(lowerManifest({ api_keys: keys }, tinyCatalog).apiKeys).toEqual([
      { id: 'a', hash: HASH, workspace: 'default', scopes: ['inference', 'models'] },
      { id: 'b', hash: HASH, workspace: 'w', scopes: [] },
    ])
  })

  it('binds stored credentials to their origin and lists the hosts that are allowed beside it as origins', () => {
    const stored = {
      provider: 'anthropic',
      api_key: '${env:KEY}',
      anthropic_beta: 'b',
      allowed_hosts: ['eu.example.com', 'http://gpu.example:8080/v1', 'eu.example.com', 'not a host'],
    }
    expect(lowerManifest({ providers: { fast: stored } }, tinyCatalog).providers).toEqual({
      fast: {
        from: 'own',
        provider: 'anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        custom: false,
        credentials: { api_key: { source: 'env', name: 'KEY', origins: ['https://api.anthropic.com'] } },
        settings: { anthropic_beta: 'b' },
        allowedOrigins: ['http://gpu.example:8080', 'https://eu.example.com'],
      },
    })
  })

  it('normalizes guardrails, by identifier', () => {
    const { guardrails, inputGuardrails, outputGuardrails } = lowerManifest(
      {
        guardrails: { short: { deny: true, wordCount: { maxWords: 5 } } },
        input_guardrails: ['short'],
        output_guardrails: ['short'],
      },
      tinyCatalog,
    )
    expect([inputGuardrails, outputGuardrails]).toEqual([['short'], ['short']])
    expect(guardrails['short']).toMatchObject({
      id: 'short',
      deny: 'failed',
      checks: [{ id: 'default.wordCount', parameters: { maxWords: 5, not: false } }],
    })
  })

  it('says where state lies, and where embeddings do', () => {
    const { state, semantic } = lowerManifest(
      {
        state: 'redis://:${env:PASSWORD}@cache:6379',
        cache: {
          semantic: { provider: '@main', model: 'small', dimensions: 256, vectors: '${env:POSTGRES_URL}' },
        },
      },
      tinyCatalog,
    )
    expect(state).toEqual({
      kind: 'redis',
      address: 'redis://@cache:6379',
      secret: { source: 'env', name: 'PASSWORD', origins: ['redis://cache:6379'] },
    })
    expect(semantic).toEqual({
      provider: 'main',
      model: 'small',
      threshold: 0.95,
      dimensions: 256,
      vectors: { kind: 'postgres', secret: { source: 'env', name: 'POSTGRES_URL', origins: [] } },
    })
  })

  it('embeddings lie in the process unless it says otherwise', () =>
    expect(
      lowerManifest({ cache: { semantic: { provider: '@main', model: 'm', threshold: 0.9 } } }, tinyCatalog)
        .semantic,
    ).toEqual({ provider: 'main', model: 'm', threshold: 0.9, vectors: { kind: 'memory' } }))
})
