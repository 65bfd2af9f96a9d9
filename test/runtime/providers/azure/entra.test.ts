// Entra tokens: the request, the reply, the headers.
import { describe, expect, test } from 'vitest'
import { azure, azureMessages } from '../../../../runtime/providers/azure/azure.ts'
import type { Credentials, TokenRequest } from '../../../../runtime/values/authentication.ts'
import { signingPorts } from '../bedrock/signing-ports.ts'

const settings = { cloud2_entra_tenant_id: 'contoso.com', cloud2_entra_client_id: 'c-1' }
const request = { method: 'POST', origin: 'https://x', path: '/', headers: [], body: new Uint8Array(0) }

const tokenRequest = (credentials: Credentials, more: object = {}) =>
  azure.authentication?.token?.(credentials, { ...settings, ...more }, signingPorts(0))

function expectTokenRequest(credentials: Credentials, more: object = {}): TokenRequest {
  const wanted = tokenRequest(credentials, more)
  if (wanted === undefined || !('read' in wanted)) throw new Error('A request for a token was expected.')
  return wanted
}

const form = ({ body }: TokenRequest) => Object.fromEntries(new URLSearchParams(body))

describe('tokens', () => {
  test('a client with a secret', () => {
    const wanted = expectTokenRequest({ cloud2_entra_client_secret: 's/+&=' })
    expect(wanted).toMatchObject({
      method: 'POST',
      origin: 'https://login.microsoftonline.com',
      path: '/contoso.com/oauth2/v2.0/token',
    })
    expect(form(wanted)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'c-1',
      scope: 'https://cognitiveservices.azure.com/.default',
      client_secret: 's/+&=',
    })
  })

  test('a client that another identity provider vouches for', () => {
    expect(form(expectTokenRequest({ cloud2_entra_federated_token: 'a.b.c' }))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'c-1',
      scope: 'https://cognitiveservices.azure.com/.default',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'a.b.c',
    })
  })

  test.each([
    ['system', 'api-version=2018-02-01&resource=https%3A%2F%2Fcognitiveservices.azure.com'],
    ['id-1', 'api-version=2018-02-01&resource=https%3A%2F%2Fcognitiveservices.azure.com&client_id=id-1'],
  ])('the identity %s of the machine', (cloud2_managed_identity, query) => {
    expect(expectTokenRequest({ cloud2_managed_identity })).toMatchObject({
      method: 'GET',
      origin: 'http://169.254.169.254',
      path: `/metadata/identity/oauth2/token?${query}`,
      headers: ['metadata', 'true'],
      body: '',
    })
  })

  test('the scope depends on the endpoint, unless one is configured', () => {
    const secret = { cloud2_entra_client_secret: 's' }
    expect(form(expectTokenRequest(secret, { cloud2_deployment_type: 'managed' }))['scope']).toBe(
      'https://ml.azure.com/.default',
    )
    expect(
      form(expectTokenRequest(secret, { cloud2_entra_scope: 'https://ai.azure.com/.default' }))['scope'],
    ).toBe('https://ai.azure.com/.default')
  })

  test('the cache key covers secret, tenant, client and scope', () => {
    const keys = [
      expectTokenRequest({ cloud2_entra_client_secret: 's' }),
      expectTokenRequest({ cloud2_entra_client_secret: 't' }),
      expectTokenRequest({ cloud2_entra_client_secret: 's' }, { cloud2_entra_tenant_id: 'other' }),
      expectTokenRequest({ cloud2_entra_client_secret: 's' }, { cloud2_entra_client_id: 'other' }),
      expectTokenRequest({ cloud2_entra_client_secret: 's' }, { cloud2_entra_scope: 'other' }),
      expectTokenRequest({ cloud2_entra_federated_token: 's' }),
      expectTokenRequest({ cloud2_managed_identity: 's' }),
    ].map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each<[object, string]>([
    [{ cloud2_entra_tenant_id: undefined }, 'cloud2_entra_tenant_id'],
    [{ cloud2_entra_client_id: '' }, 'cloud2_entra_client_id'],
    [{ cloud2_entra_tenant_id: '../evil' }, 'cloud2_entra_tenant_id'],
  ])('a client that is not whole: %j', (more, param) => {
    expect(tokenRequest({ cloud2_entra_client_secret: 's' }, more)).toMatchObject({
      code: 'invalid_request',
      param,
    })
  })

  test('a key needs none, and nor does what has no client', () => {
    expect(tokenRequest({ api_key: 'k', cloud2_entra_client_secret: 's' })).toBeUndefined()
    expect(tokenRequest({})).toBeUndefined()
  })

  test.each<[number, unknown, unknown]>([
    [200, { access_token: 't', expires_in: 60 }, { token: 't', expiresAt: 61_000 }],
    [200, { access_token: 't', expires_in: '60' }, { token: 't', expiresAt: 61_000 }],
    [200, { access_token: 't' }, { token: 't', expiresAt: 3_601_000 }],
    [200, { access_token: 't', expires_in: 'soon' }, { token: 't', expiresAt: 3_601_000 }],
    [
      401,
      { error: 'invalid_client', error_description: 'AADSTS7000215: wrong secret' },
      { code: 'invalid_upstream_reply', message: 'Entra returned no token: AADSTS7000215: wrong secret' },
    ],
    [500, undefined, { message: 'Entra returned no token: Status 500.' }],
    [429, 'slow down', { code: 'upstream_unreachable' }],
    [408, undefined, { code: 'upstream_unreachable' }],
    [400, { error: 'temporarily_unavailable' }, { code: 'upstream_unreachable' }],
    [403, '<html>', { code: 'invalid_upstream_reply' }],
    [200, 'oh', { message: 'Entra returned no token: oh' }],
  ])('the answer %d %j', (status, body, read) => {
    expect(expectTokenRequest({ cloud2_entra_client_secret: 's' }).read(status, body, 1000)).toMatchObject(
      read as object,
    )
  })
})

describe('credential headers', () => {
  const headers = (
    credentials: Credentials,
    token?: string,
    more: Readonly<Record<string, unknown>> = {},
    adapter = azure,
  ) => adapter.authentication?.headers(request, credentials, more, token, signingPorts(0))
  test('keys in the header of the interface, tokens as bearers', () => {
    const jwt = 'eyJ0eXAiOiJKV1Q.eyJhdWQ.c2ln'
    expect(headers({ api_key: 'k' })).toEqual(['api-key', 'k'])
    expect(headers({ api_key: 'k' }, undefined, {}, azureMessages)).toEqual(['x-api-key', 'k'])
    expect(headers({ api_key: 'k' }, undefined, { cloud2_deployment_type: 'serverless' })).toEqual([
      'authorization',
      'Bearer k',
    ])
    expect(headers({ api_key: jwt })).toEqual(['authorization', `Bearer ${jwt}`])
    expect(headers({}, 'token')).toEqual(['authorization', 'Bearer token'])
    expect(headers({})).toMatchObject({ code: 'invalid_request', param: 'api_key' })
  })
})
