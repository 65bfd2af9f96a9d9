// Semantics, section 11: a provider is not called without a credential that its spec requires. The request is rejected
// with a 401 that names what is missing, before anything is sent.
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { type CallInput, createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const MANIFEST = {
  providers: {
    own: { provider: 'openai', custom_host: 'https://llm.example.com/v1' },
    local: { provider: 'ollama' },
  },
  trusted_hosts: ['127.0.0.1'],
}

const stage = () => createHarness({ manifest: MANIFEST, script: [{ status: 200, body: completion('fine') }] })

async function send(headers: Readonly<Record<string, string>>, more: CallInput = {}) {
  const { call, upstream } = stage()
  const reply = await call({ headers, ...more })
  const error = (reply.json as { error?: { code: string; message: string; param: string } }).error
  return { status: reply.status, error, sent: upstream.sent }
}

const config = (value: object) => ({ 'x-gateway-config': JSON.stringify(value) })
const provider = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  'x-gateway-provider': name,
  ...more,
})
const REGION = { 'x-gateway-cloud1-region': 'us-east-1' }
const VERTEX = { 'x-gateway-cloud3-region': 'us-central1', 'x-gateway-cloud3-project-id': 'p' }

describe('A provider without the credential that it requires is not called', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ['named in the header', provider('openai'), /Authorization: Bearer KEY.*api_key/],
    ['whose key has its own header', provider('anthropic'), /Authorization: Bearer KEY/],
    ['with an empty Authorization', provider('openai', { authorization: '' }), /Authorization/],
    ['with a scheme and no token', provider('openai', { authorization: 'Bearer' }), /Authorization/],
    ['in a header config', config({ provider: 'openai' }), /Authorization/],
    ['in a header config with retry', config({ provider: 'openai', retry: { attempts: 2 } }), /OpenAI/],
    ['that signs its requests', provider('bedrock', REGION), /cloud1_secret_access_key/],
    [
      'with half of a pair of keys',
      provider('bedrock', { ...REGION, 'x-gateway-cloud1-access-key-id': 'AKIA' }),
      /incomplete: cloud1_secret_access_key \(header x-gateway-cloud1-secret-access-key\) is missing/,
    ],
    [
      'that exchanges its credential for a token',
      provider('azure', { 'x-gateway-cloud2-resource-name': 'acme' }),
      /cloud2_entra_client_secret/,
    ],
    ['that exchanges a service account', provider('vertex', VERTEX), /cloud3_service_account_json/],
    [
      'that signs its requests, at a custom host',
      provider('bedrock', { ...REGION, 'x-gateway-custom-host': 'https://llm.example.com' }),
      /cloud1_secret_access_key/,
    ],
  ])('%s', async (_title, headers, message) => {
    const { status, error, sent } = await send(headers)
    expect([status, error?.code, sent]).toEqual([401, 'missing_api_key', []])
    expect(error?.message).toMatch(message)
  })

  it.each<readonly [string, CallInput]>([
    ['a path that is passed through', { method: 'GET', path: '/vector_stores' }],
    ['an operation on a resource', { method: 'GET', path: '/files' }],
    ['a model list of the provider', { method: 'GET', path: '/models' }],
    ['a proxied path', { method: 'GET', path: '/proxy/models' }],
    ['a WebSocket', { method: 'GET', path: '/realtime?model=gpt-realtime', upgrade: true }],
  ])('on %s', async (_title, more) => {
    for (const headers of [provider('openai'), config({ provider: 'openai' })]) {
      const { status, error, sent } = await send(headers, more)
      expect([status, error?.code, sent]).toEqual([401, 'missing_api_key', []])
    }
  })

  it('over the whole catalog: only providers that require none are called', async () => {
    const called: string[] = []
    for (const { id } of catalogue.filter(row => row.served && row.baseUrl?.includes('{') === false)) {
      const { upstream, call } = stage()
      const reply = await call({ headers: provider(id), method: 'GET', path: '/anything' })
      if (upstream.sent.length > 0) called.push(id)
      else expect([id, reply.status]).toEqual([id, 401])
    }
    expect(called).toEqual(['mock', 'ollama-native', 'ollama'])
  })
})

describe('A provider is called without a credential', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['where it requires none', provider('@local')],
    ['at the custom host of a stored provider', provider('@own')],
    [
      'at the custom host of a config',
      config({ provider: 'openai', custom_host: 'https://llm.example.com' }),
    ],
    [
      'at the custom host of the request',
      provider('openai', { 'x-gateway-custom-host': 'https://llm.example.com' }),
    ],
  ])('%s', async (_title, headers) => {
    const { status, sent } = await send(headers)
    expect([status, sent.length]).toEqual([200, 1])
    expect(sent[0]?.headers.map(name => name.toLowerCase())).not.toContain('authorization')
  })
})

describe('A fallback', () => {
  it('moves on from a target without a credential', async () => {
    const targets = [{ provider: 'openai' }, { provider: '@local' }]
    const { status, sent } = await send(config({ strategy: { mode: 'fallback' }, targets }))
    expect([status, sent.map(({ origin }) => origin)]).toEqual([200, ['http://127.0.0.1:11434']])
  })
})
