// API key authentication (semantics, section 11): keys are stored as hashes, bound to a workspace and to scopes.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { linkAuthentication } from '../../../runtime/gateway/authenticate.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
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
  const { call } = createHarness({ manifest: MANIFEST, script: [{ status: 200, text: '{}' }] })
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
