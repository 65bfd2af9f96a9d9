// API key authentication (semantics, section 11): keys are stored as hashes, bound to a workspace and to scopes.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { linkAuthentication } from '../../../runtime/gateway/authenticate.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { StoredKey } from '../../../runtime/values/stored-keys.ts'
import { createHarness } from '../../support/harness.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const MANIFEST = {
  providers: { mock: { provider: 'mock' } },
  api_keys: [
    { id: 'full', hash: `sha256:${sha256('full-key')}`, workspace: 'alpha' },
    { id: 'reader', hash: `sha256:${sha256('reader-key')}`, scopes: ['models'] },
    { id: 'caller', hash: `sha256:${sha256('caller-key')}`, scopes: ['inference'] },
  ],
}

const PRESENTED = { options: { apiKey: 'k' }, credentials: [] }

const send = async (key: string | undefined, path: string, method = 'GET') => {
  const { call } = createHarness({ manifest: MANIFEST, script: [{ status: 200, text: '{"choices":[]}' }] })
  const headers = key === undefined ? {} : { 'x-gateway-api-key': key }
  const { status, json, text } = await call({
    method,
    path,
    headers,
    body: { model: '@mock/echo', messages: [] },
  })
  return { status, code: (json as { error?: { code?: string } }).error?.code, text }
}

describe('A key', () => {
  it.each<readonly [string, string | undefined, string, string, number, string | undefined]>([
    ['is required', undefined, '/models', 'GET', 401, 'missing_api_key'],
    ['must be known', 'nonsense', '/models', 'GET', 401, 'invalid_api_key'],
    ['must not be empty', '', '/models', 'GET', 401, 'invalid_api_key'],
    [
      'cannot be replaced by its hash',
      `sha256:${sha256('full-key')}`,
      '/models',
      'GET',
      401,
      'invalid_api_key',
    ],
    ['is compared as a whole', 'full-ke', '/models', 'GET', 401, 'invalid_api_key'],
    ['without scopes may do all', 'full-key', '/models', 'GET', 200, undefined],
    ['without scopes may do all', 'full-key', '/chat/completions', 'POST', 200, undefined],
    ['for models may list them', 'reader-key', '/models', 'GET', 200, undefined],
    ['for models may not infer', 'reader-key', '/chat/completions', 'POST', 403, 'forbidden'],
    ['for models may not pass through', 'reader-key', '/files', 'GET', 403, 'forbidden'],
    ['for inference may', 'caller-key', '/chat/completions', 'POST', 200, undefined],
    ['for inference may not list models', 'caller-key', '/models', 'GET', 403, 'forbidden'],
  ])('%s: %j on %s', async (_title, key, path, method, status, code) => {
    expect(await send(key, path, method)).toMatchObject({ status, code })
  })

  it('is never repeated in a reply', async () => {
    expect((await send('my-secret-key', '/models')).text).not.toContain('my-secret-key')
  })

  it('identifies its caller and workspace', () => {
    const { authenticate } = linkAuthentication(
      {
        apiKeys: [{ id: 'full', hash: sha256('k'), workspace: 'alpha', scopes: ['inference', 'models'] }],
        headerPrefix: 'x-',
      } as never,
      sha256,
    )
    const caller = authenticate(PRESENTED, 'inference')
    expect(isFailure(caller) ? undefined : [caller.id, caller.workspace]).toEqual(['full', 'alpha'])
  })

  it('is rejected when the hash found by lookup differs', () => {
    const hash = (text: string | Uint8Array): string => (text === 'k' ? 'abc' : '')
    const { authenticate } = linkAuthentication(
      { apiKeys: [{ id: 'a', hash: 'abd', workspace: 'w', scopes: [] }], headerPrefix: 'x-' } as never,
      hash,
    )
    expect(authenticate(PRESENTED, 'inference')).toMatchObject({ code: 'invalid_api_key' })
  })

  it('is hashed once, unless it is refused, and refused as soon as it is revoked', () => {
    const hashed: unknown[] = []
    const hash = (text: string | Uint8Array): string => {
      hashed.push(text)
      return sha256(text)
    }
    const stored = {
      id: 'stored',
      scopes: new Set(['inference']),
      configOverrides: true,
    } as unknown as StoredKey
    const saved = new Map([['saved-key', stored]])
    const { identify } = linkAuthentication(
      {
        apiKeys: [{ id: 'full', hash: sha256('full-key'), workspace: 'alpha', scopes: [] }],
        headerPrefix: 'x-',
        guardrails: {},
      } as never,
      hash,
      { find: text => saved.get(text) },
    )
    const idOf = (apiKey: string): string => {
      const caller = identify({ options: { apiKey }, credentials: [] })
      return isFailure(caller) ? caller.code : caller.id
    }
    const keys = ['full-key', 'full-key', 'saved-key', 'saved-key', 'wrong', 'wrong']
    expect(keys.map(idOf)).toEqual(['full', 'full', 'stored', 'stored', 'invalid_api_key', 'invalid_api_key'])
    expect(hashed).toEqual(['full-key', 'saved-key', 'wrong', 'wrong'])
    saved.clear()
    expect(idOf('saved-key')).toBe('invalid_api_key')
  })
})

describe('authentication: required', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['without a key', undefined, 'missing_api_key'],
    ['with any key', 'full-key', 'invalid_api_key'],
  ])('of a plan without api_keys: a call %s is 401', (_title, apiKey, code) => {
    const gateway = { authentication: 'required', apiKeys: [], headerPrefix: 'x-' } as never
    const { authenticate, isKey } = linkAuthentication(gateway, sha256)
    const caller = authenticate({ options: { apiKey }, credentials: [] }, 'inference')
    expect([caller, isKey?.('full-key')]).toMatchObject([{ code }, false])
  })

  it('beside api_keys changes nothing for their callers', async () => {
    const { call } = createHarness({ manifest: { ...MANIFEST, authentication: 'required' } })
    const status = async (key: string): Promise<number> =>
      (await call({ method: 'GET', path: '/models', headers: { 'x-gateway-api-key': key } })).status
    expect([await status('full-key'), await status('other')]).toEqual([200, 401])
  })
})

describe('A key of the manifest with allow_config_override: false', () => {
  const sendKept = async (
    headers: Readonly<Record<string, string>>,
    model: string,
    path = '/chat/completions',
  ) => {
    const kept = { workspace: 'alpha', defaults: { config: 'chat' }, allow_config_override: false }
    const { call, upstream } = createHarness({
      manifest: {
        providers: { mock: { provider: 'mock' }, other: { provider: 'mock' } },
        aliases: { fast: '@other/echo' },
        api_keys: [
          { id: 'kept', hash: `sha256:${sha256('kept-key')}`, ...kept },
          { id: 'free', hash: `sha256:${sha256('free-key')}`, ...kept, allow_config_override: true },
        ],
      },
      configs: { chat: { provider: '@mock' }, second: { provider: '@other' } },
      script: [{ status: 200, text: '{"choices":[]}' }],
    })
    const { status, json, outcome } = await call({
      path,
      headers: { 'x-gateway-api-key': 'kept-key', ...headers },
      body: { model, messages: [] },
    })
    const { message = '' } = (json as { error?: { message?: string } }).error ?? {}
    return { status, message, config: outcome?.config, calls: upstream.sent.length }
  }

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['calls its default config', {}, 'echo'],
    ['may name that config', { 'x-gateway-config': 'chat' }, 'echo'],
    ['has its config serve aliases of other providers', {}, 'fast'],
  ])('%s', async (_title, headers, model) => {
    expect(await sendKept(headers, model)).toMatchObject({ status: 200, config: 'chat', calls: 1 })
  })

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['another config', { 'x-gateway-config': 'second' }, 'echo'],
    ['a config of its own', { 'x-gateway-config': '{"provider":"@mock"}' }, 'echo'],
    ['a provider', { 'x-gateway-provider': '@mock' }, 'echo'],
    ['a provider with a credential', { 'x-gateway-provider': 'openai', authorization: 'Bearer own' }, 'echo'],
    ['a virtual key', { 'x-gateway-virtual-key': 'mock' }, 'echo'],
    ['a provider by the model', {}, '@mock/echo'],
    ['a provider by the model, beside its config', { 'x-gateway-config': 'chat' }, '@other/echo'],
    ['a provider that does not exist', {}, '@unknown/echo'],
  ])('names neither %s: 403, and nothing is called', async (_title, headers, model) => {
    expect(await sendKept(headers, model)).toMatchObject({
      status: 403,
      message: expect.stringContaining('the key "kept" may not, since its allow_config_override is false'),
      calls: 0,
    })
  })

  it('passes paths through its config alone', async () => {
    expect(await sendKept({ 'x-gateway-provider': '@other' }, 'echo', '/proxy/any')).toMatchObject({
      status: 403,
      calls: 0,
    })
  })

  it('with true names what it likes', async () => {
    const headers = { 'x-gateway-api-key': 'free-key', 'x-gateway-config': 'second' }
    expect(await sendKept(headers, 'echo')).toMatchObject({ status: 200, config: 'second', calls: 1 })
  })
})
