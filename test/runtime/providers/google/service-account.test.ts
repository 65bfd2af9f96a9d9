// Service accounts: the signed token request, the reply, the headers.
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  serviceAccount,
  settingsFromAccount,
} from '../../../../runtime/providers/google/vertex/service-account.ts'
import type {
  AuthenticationContext,
  Credentials,
  TokenRequest,
} from '../../../../runtime/values/authentication.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { areRecorded, recordedFolders, recordedJson } from '../recordings.ts'
import { expectToken, signRsa, tokenVectors } from './jwt-vectors.ts'

const NOW = 1_700_000_000_500

const context: AuthenticationContext = {
  now: NOW,
  hash: bytes => createHash('sha256').update(bytes).digest('hex'),
  keyedHash: () => new Uint8Array(),
  signRsa,
}

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const { publicKey, privateKey } = pair()

const account = {
  type: 'service_account',
  project_id: 'of-the-account',
  private_key_id: 'key-1',
  private_key: privateKey,
  client_email: 'robot@of-the-account.iam.gserviceaccount.com',
  token_uri: 'https://evil.example/token',
}
const credentials = (given: Json): Credentials => ({ cloud3_service_account_json: given })

function tokenOf(given: Credentials, more: Partial<AuthenticationContext> = {}): TokenRequest {
  const request = serviceAccount.token?.(given, {}, { ...context, ...more })
  if (request === undefined || isFailure(request)) throw new Error(JSON.stringify(request))
  return request
}

const fromBase64Url = (part = ''): string => Buffer.from(part, 'base64url').toString()

describe('the request for a token', () => {
  test('is sent to the provider, regardless of the account', () => {
    expect(tokenOf(credentials(account))).toMatchObject({
      method: 'POST',
      origin: 'https://oauth2.googleapis.com',
      path: '/token',
      headers: ['content-type', 'application/x-www-form-urlencoded'],
    })
  })

  test('contains an assertion signed by the account', () => {
    const form = new URLSearchParams(tokenOf(credentials(account)).body)
    expect([...form.keys()]).toEqual(['grant_type', 'assertion'])
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [header, claims, signature = ''] = (form.get('assertion') ?? '').split('.')
    expect(JSON.parse(fromBase64Url(header))).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })
    expect(JSON.parse(fromBase64Url(claims))).toEqual({
      iss: account.client_email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: 'https://oauth2.googleapis.com/token',
      iat: 1_700_000_000,
      exp: 1_700_003_600,
    })
    const signed = Buffer.from(`${header}.${claims}`)
    expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  test('is the same for the account’s file content', () => {
    expect(tokenOf(credentials(JSON.stringify(account))).body).toBe(tokenOf(credentials(account)).body)
  })

  test('has a cache key that covers account and private key, and contains neither', () => {
    const { key } = tokenOf(credentials(account))
    expect(key).toBe(tokenOf(credentials({ ...account }), { now: NOW + 1 }).key)
    expect(key).not.toBe(tokenOf(credentials({ ...account, client_email: 'other@x' })).key)
    expect(key).not.toBe(tokenOf(credentials({ ...account, private_key: pair().privateKey })).key)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is signed only when it is sent', () => {
    let signatures = 0
    const counting = (...given: Parameters<typeof signRsa>) => {
      signatures += 1
      return signRsa(...given)
    }
    const request = tokenOf(credentials(account), { signRsa: counting })
    expect(signatures).toBe(0)
    expect(request.body).not.toBe('')
    expect(signatures).toBe(1)
  })

  test('an unreadable key is reported', () => {
    const broken = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
    const request = tokenOf(credentials({ ...account, private_key: broken }))
    expect(request.body).toContain('grant_type')
    expect(request.read(400, { error: 'invalid_grant' }, NOW)).toMatchObject({
      code: 'invalid_request',
      param: 'cloud3_service_account_json',
    })
  })

  const bad: readonly [title: string, given: Json][] = [
    ['an empty object', {}],
    ['no e-mail', { private_key: privateKey }],
    ['no key', { client_email: 'x' }],
    ['a key in no PEM', { client_email: 'x', private_key: 'secret' }],
    ['text that is not JSON', 'x'],
    ['a list', []],
  ]
  test.each(bad)('no account: %s', (_, given) => {
    const failure = serviceAccount.token?.(credentials(given), {}, context)
    expect(failure).toMatchObject({ code: 'invalid_request', param: 'cloud3_service_account_json' })
    expect(JSON.stringify(failure)).not.toContain('secret')
  })

  test('is not needed without an account', () => {
    expect(serviceAccount.token?.({ api_key: 'ya29.x' }, {}, context)).toBeUndefined()
  })
})

describe('what comes back', () => {
  const { read } = tokenOf(credentials(account))
  test('a token expires as specified', () => {
    expect(read(200, { access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' }, NOW)).toEqual({
      token: 'ya29.x',
      expiresAt: NOW + 3_599_000,
    })
  })

  const refused = 'invalid_upstream_reply'
  const away = 'upstream_unreachable'
  const invalid = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
  const cases: readonly [status: number, body: unknown, code: string, message: string][] = [
    [400, invalid, refused, 'Invalid JWT Signature.'],
    [401, { error: 'unauthorized_client' }, refused, 'unauthorized_client'],
    [200, {}, refused, 'status 200'],
    [502, '<html><title>Bad Gateway</title></html>', away, 'Bad Gateway'],
    [500, undefined, away, '500'],
    [429, { error: { code: 429, message: 'Quota exceeded.' } }, away, 'Quota exceeded.'],
  ]
  test.each(cases)('%d %j: %s', (status, body, code, message) => {
    expect(read(status, body, NOW)).toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  test.runIf(areRecorded)('as recorded', () => {
    const folders = recordedFolders('google-oauth/token')
    expect(folders.length).toBeGreaterThan(0)
    for (const folder of folders) {
      const body = recordedJson(`google-oauth/token/${folder}/response.json`) as {
        access_token: string
        expires_in: number
      }
      expect(read(200, body, NOW)).toEqual({
        token: body.access_token,
        expiresAt: NOW + body.expires_in * 1000,
      })
    }
  })
})

describe('the headers', () => {
  const request = { method: 'POST', origin: '', path: '', headers: [], body: new Uint8Array() }
  const headers = (given: Credentials, token?: string) =>
    serviceAccount.headers(request, given, {}, token, context)
  test('carry the token', () => {
    expect(headers(credentials(account), 't')).toEqual(['authorization', 'Bearer t'])
    expect(headers({ api_key: 'ya29.x' })).toEqual(['authorization', 'Bearer ya29.x'])
    expect(headers({})).toMatchObject({ code: 'invalid_request', param: 'cloud3_service_account_json' })
  })
})

test('the project of an account, if any', () => {
  expect(settingsFromAccount(credentials(account))).toEqual({ cloud3_project_id: 'of-the-account' })
  expect(settingsFromAccount(credentials(JSON.stringify(account)))).toEqual({
    cloud3_project_id: 'of-the-account',
  })
  expect(settingsFromAccount(credentials({}))).toEqual({})
  expect(settingsFromAccount({ api_key: 'x' })).toEqual({})
})

describe('tokens are those of the public vectors', () => {
  test('there are some, where there are recordings', ctx => {
    if (!areRecorded) ctx.skip('No recordings beside the repository.')
    expect(tokenVectors.length).toBeGreaterThan(3)
  })

  test.runIf(areRecorded).each(tokenVectors.map(each => [each.title, each] as const))('%s', (_, each) =>
    expectToken(each),
  )
})
