// AWS credentials: signatures, keys, session tokens; and the base URL.
import { describe, expect, test } from 'vitest'
import { authentication } from '../../../../runtime/providers/bedrock/authentication.ts'
import { baseUrl } from '../../../../runtime/providers/bedrock/base-url.ts'
import type { Credentials, UnsignedRequest } from '../../../../runtime/values/authentication.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { signingPorts } from './signing-ports.ts'

const request: UnsignedRequest = {
  method: 'POST',
  origin: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  path: '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse',
  headers: ['content-type', 'application/json', 'X-Amz-Trace', 'a'],
  body: new TextEncoder().encode('{"messages":[]}'),
}
const keys = { cloud1_access_key_id: 'AKIDEXAMPLE', cloud1_secret_access_key: 'secret' }
const settings = { cloud1_region: 'us-east-1' }
const headers = (
  credentials: Credentials,
  given: object = settings,
  changed: Partial<UnsignedRequest> = {},
) =>
  authentication.headers(
    { ...request, ...changed },
    credentials,
    { ...given },
    undefined,
    signingPorts(Date.parse('2026-01-02T03:04:05.678Z')),
  )
const signed = (...given: Parameters<typeof headers>): readonly string[] => {
  const result = headers(...given)
  if (!Array.isArray(result)) throw new Error('Nothing was signed.')
  return result
}
const signature = (...given: Parameters<typeof headers>) => headerValue(signed(...given), 'authorization')

describe('credential headers', () => {
  test('an API key as a bearer token, preferred over a key pair', () => {
    expect(headers({ api_key: 'k', ...keys }, {})).toEqual(['authorization', 'Bearer k'])
  })

  test('a key pair as a signature over host, date, hash and AWS headers', () => {
    const result = signed(keys)
    expect(result.filter((_, index) => index % 2 === 0)).toEqual([
      'x-amz-date',
      'x-amz-content-sha256',
      'authorization',
    ])
    expect(headerValue(result, 'x-amz-date')).toBe('20260102T030405Z')
    expect(headerValue(result, 'authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260102\/us-east-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-trace, Signature=[0-9a-f]{64}$/,
    )
  })

  test('a session token is sent and signed', () => {
    const result = signed({ ...keys, cloud1_session_token: 't' })
    expect(headerValue(result, 'x-amz-security-token')).toBe('t')
    expect(headerValue(result, 'authorization')).toContain(';x-amz-date;x-amz-security-token;x-amz-trace,')
  })

  test('whatever changes the call changes the signature, and no other header does', () => {
    const changes: readonly Partial<UnsignedRequest>[] = [
      { method: 'GET' },
      { path: '/model/x/converse' },
      { path: `${request.path}?a=1` },
      { body: new Uint8Array(0) },
      { origin: 'https://other.example:8443' },
      { headers: ['x-amz-trace', 'b'] },
    ]
    const signatures = [{}, ...changes].map(change => signature(keys, settings, change))
    expect(new Set(signatures).size).toBe(changes.length + 1)
    const elsewhere = signature(keys, { cloud1_region: 'eu-west-1' })
    expect(signatures).not.toContain(elsewhere)
    expect(signature(keys, settings, { headers: ['accept', 'x', 'x-amz-trace', 'a'] })).toBe(signatures[0])
  })

  test.each([
    ['no keys', {}, settings],
    ['half a pair', { cloud1_access_key_id: 'a' }, settings],
    ['no region', keys, {}],
    ['an invalid region', keys, { cloud1_region: 'x.evil.example' }],
  ])('nothing is sent with %s', (_, credentials: Credentials, given) => {
    const result = headers(credentials, given)
    expect(result).toMatchObject({ code: 'invalid_config' })
    expect(JSON.stringify(result)).not.toContain('secret"')
  })
})

describe('the base URL', () => {
  test.each(['us-east-1', 'eu-central-2', 'us-gov-west-1', 'ap-southeast-7'])('of %s', region => {
    expect(baseUrl({ cloud1_region: region })).toBe(`https://bedrock-runtime.${region}.amazonaws.com`)
  })

  test.each([
    undefined,
    '',
    7,
    'useast',
    'us-east-1.s3',
    'us-east-1/',
    'US-EAST-1',
    'us-east-1#',
    '-us-east-1',
  ])('of no region: %s', region => {
    expect(baseUrl({ cloud1_region: region })).toMatchObject({
      code: 'invalid_config',
      param: 'cloud1_region',
    })
  })
})
