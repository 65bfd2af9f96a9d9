// Guardrails of an API key run on every call of that key, whatever serves it; no config of a caller loosens them.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness, type Harness, STORED_PROVIDERS } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import { forbids, removes, STUBS } from '../guardrails/stub-guards.ts'

const hash = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`
const key = (id: string, more: object = {}): object => ({ id, hash: hash(`key-${id}`), ...more })

const MANIFEST = {
  ...STORED_PROVIDERS,
  guardrails: {
    wide: { deny: true, ...forbids('everywhere') },
    strict: { deny: true, ...forbids('here') },
    clean: removes('mask'),
    replies: { deny: true, ...forbids('answer') },
    loose: forbids('here'),
    untold: { deny: true, ...forbids('***') },
  },
  input_guardrails: ['wide'],
  api_keys: [
    key('free'),
    key('strict', { input_guardrails: ['strict', 'clean'], output_guardrails: ['replies'] }),
    key('twin', { input_guardrails: ['strict', 'clean'], output_guardrails: ['replies'] }),
    key('default', { input_guardrails: ['strict'], defaults: { provider: '@main' } }),
    key('saved', { input_guardrails: ['strict'], defaults: { config: 'plain' } }),
  ],
}
const CONFIGS = {
  plain: { provider: '@main' },
  loose: { provider: '@main', input_guardrails: ['loose'] },
  cached: { provider: '@main', cache: { mode: 'simple' } },
  after: { provider: '@main', input_guardrails: ['untold', 'strict'] },
  nested: {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: '@main', cache: { mode: 'simple' }, input_guardrails: [{ id: 'x', ...forbids('x') }] },
      {
        strategy: { mode: 'loadbalance' },
        targets: [{ provider: '@main' }, { provider: '@main', weight: 2 }],
      },
    ],
  },
}

const harness = (replies = ['fine', 'fine', 'fine']): Harness =>
  createHarness({
    manifest: MANIFEST,
    configs: CONFIGS,
    checks: STUBS,
    script: replies.map(text => ({ status: 200, body: completion(text) })),
  })
type Asked = Readonly<{ model?: string; headers?: Readonly<Record<string, string>> }>
const ask = async (
  gateway: Harness,
  id: string,
  text: string,
  { model = 'gpt-6-sol', headers = {} }: Asked,
) => {
  const { status } = await gateway.call({
    headers: { 'x-gateway-api-key': `key-${id}`, ...headers },
    body: { model, messages: [{ role: 'user', content: text }] },
  })
  return { status, calls: gateway.upstream.sent.length }
}

const inline = (config: object) => ({ 'x-gateway-config': JSON.stringify(config) })
const WAYS: readonly (readonly [string, string, Asked])[] = [
  ['a saved config', 'strict', { headers: { 'x-gateway-config': 'plain' } }],
  ['a saved config with a looser guard', 'strict', { headers: { 'x-gateway-config': 'loose' } }],
  ['a config with a cache', 'strict', { headers: { 'x-gateway-config': 'cached' } }],
  ['targets within targets', 'strict', { headers: { 'x-gateway-config': 'nested' } }],
  ['a config in a header', 'strict', { headers: inline({ provider: '@main' }) }],
  [
    'a config in a header with a guard of the same id that denies nothing',
    'strict',
    { headers: inline({ provider: '@main', input_guardrails: [{ id: 'strict', ...forbids('else') }] }) },
  ],
  ['a provider in a header', 'strict', { headers: { 'x-gateway-provider': '@main' } }],
  [
    'a provider in a header, with a credential of its own',
    'strict',
    { headers: { 'x-gateway-provider': 'openai', authorization: 'Bearer sk-own' } },
  ],
  ['a virtual key in a header', 'strict', { headers: { 'x-gateway-virtual-key': 'main' } }],
  ['a slug in the model', 'strict', { model: '@main/gpt-6-sol' }],
  ['another key with the same guards', 'twin', { model: '@main/gpt-6-sol' }],
  ['the default provider of the key', 'default', {}],
  ['the default config of the key', 'saved', {}],
]

describe('A guardrail of a key denies', () => {
  it.each(WAYS)('%s', async (_title, id, asked) => {
    expect(await ask(harness(), id, 'bad here', asked)).toEqual({ status: 446, calls: 0 })
    expect(await ask(harness(), id, 'bad everywhere', asked)).toMatchObject({ status: 446, calls: 0 })
    expect(await ask(harness(), id, 'good', asked)).toEqual({ status: 200, calls: 1 })
  })

  it('replies, also from the cache', async () => {
    const gateway = harness(['the answer', 'the answer'])
    const asked = { headers: { 'x-gateway-config': 'cached' } }
    expect(await ask(gateway, 'free', 'question', asked)).toMatchObject({ status: 200, calls: 1 })
    expect(await ask(gateway, 'strict', 'question', asked)).toEqual({
      status: 446,
      calls: 1,
    })
  })

  it('no call of a key without it', async () => {
    const asked = { model: '@main/gpt-6-sol' }
    expect(await ask(harness(), 'free', 'bad here', asked)).toMatchObject({ status: 200, calls: 1 })
  })
})

describe('The order of guards', () => {
  it('is: those of the gateway, of the key, of the config; each runs once', async () => {
    const gateway = harness()
    const { json } = await gateway.call({
      headers: {
        'x-gateway-api-key': 'key-strict',
        'x-gateway-config': 'after',
        'x-gateway-strict-vendor-compliance': 'false',
      },
      body: { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'a mask' }] },
    })
    const { hook_results } = json as { hook_results: { before_request_hooks: readonly { id: string }[] } }
    expect(hook_results.before_request_hooks.map(({ id }) => id)).toEqual([
      'wide',
      'strict',
      'clean',
      'untold',
    ])
  })

  it('lets a guard of the config judge what the key’s guard has rewritten', async () => {
    const asked = { headers: { 'x-gateway-config': 'after' } }
    expect(await ask(harness(), 'strict', 'a mask', asked)).toMatchObject({ status: 446, calls: 0 })
    expect(await ask(harness(), 'free', 'a mask', asked)).toMatchObject({ status: 200, calls: 1 })
  })
})
