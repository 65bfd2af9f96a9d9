// Roles: temporary credentials, for stored keys or for a token of another identity provider.
import { describe, expect, test } from 'vitest'
import { assumeRoleRequest, parseCredentials } from '../../../../runtime/providers/bedrock/sts-credentials.ts'
import type { Credentials } from '../../../../runtime/values/authentication.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { createHarness } from '../../../support/harness.ts'
import { CHAT } from '../../../support/sample-bodies.ts'
import { signingPorts } from './signing-ports.ts'

const ROLE = 'arn:aws:iam::123456789012:role/team/gateway'
const pair = { cloud1_access_key_id: 'AKIDEXAMPLE', cloud1_secret_access_key: 'secret' }
const role = { cloud1_assume_role_arn: ROLE }
const settings = { cloud1_region: 'eu-west-1' }
const NOW = Date.parse('2026-01-02T03:04:05Z')

const roleRequest = (credentials: Credentials, given: object = settings) =>
  assumeRoleRequest(credentials, { ...given }, signingPorts(NOW))
function expectRequest(...given: Parameters<typeof roleRequest>) {
  const request = roleRequest(...given)
  if (request === undefined || isFailure(request)) throw new Error('Expected a request.')
  return request
}

const stsReply = (expiration = '2026-01-02T04:04:05Z', key = 'ASIALENT') => `<?xml version="1.0"?>
<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
  <AccessKeyId>${key}</AccessKeyId><SecretAccessKey>lent/secret+1</SecretAccessKey>
  <SessionToken>token//==</SessionToken><Expiration>${expiration}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`

describe('the request', () => {
  test('a role is assumed with the stored keys, signed for its service', () => {
    const request = expectRequest(
      { ...pair, ...role },
      { ...settings, cloud1_assume_role_external_id: 'e-1' },
    )
    expect(request).toMatchObject({
      method: 'POST',
      origin: 'https://sts.eu-west-1.amazonaws.com',
      path: '/',
    })
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: ROLE,
      RoleSessionName: 'portolan',
      ExternalId: 'e-1',
    })
    expect(request.headers.at(-1)).toMatch(
      /Credential=AKIDEXAMPLE\/20260102\/eu-west-1\/sts\/aws4_request, SignedHeaders=content-type;host;x-amz-date,/,
    )
  })

  test('a token of another identity provider needs no keys and no signature', () => {
    const request = expectRequest({ ...role, cloud1_web_identity_token: 'eyJ.a.b' })
    expect(new URLSearchParams(request.body).get('Action')).toBe('AssumeRoleWithWebIdentity')
    expect(new URLSearchParams(request.body).get('WebIdentityToken')).toBe('eyJ.a.b')
    expect(request.headers).toEqual(['content-type', 'application/x-www-form-urlencoded; charset=utf-8'])
  })

  test.each<readonly [string, Credentials]>([
    ['no role', pair],
    ['an API key, which needs none', { ...role, api_key: 'k' }],
  ])('no request with %s', (_, given) => expect(roleRequest(given)).toBeUndefined())

  test.each<readonly [string, Credentials, object]>([
    ['no keys and no token', role, settings],
    ['a token without a role', { cloud1_web_identity_token: 't' }, settings],
    ['not a role ARN', { ...pair, cloud1_assume_role_arn: 'arn:aws:iam::1:user/x' }, settings],
    ['no region', { ...pair, ...role }, {}],
  ])('refused: %s', (_, given, where) =>
    expect(roleRequest(given, where)).toMatchObject({ code: 'invalid_config' }),
  )

  test('the cache key covers keys, role, region and external id, and contains no secret', () => {
    const all = [
      expectRequest({ ...pair, ...role }),
      expectRequest({ ...pair, ...role, cloud1_secret_access_key: 'other' }),
      expectRequest({ ...pair, ...role }, { cloud1_region: 'us-east-1' }),
      expectRequest({ ...pair, ...role }, { ...settings, cloud1_assume_role_external_id: 'e' }),
      expectRequest({ ...role, cloud1_web_identity_token: 't' }),
    ]
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    for (const { key } of all) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the answer', () => {
  const { read } = expectRequest({ ...pair, ...role })

  test('three values until they expire', () => {
    const cached = read(200, stsReply(), NOW)
    expect(cached).toMatchObject({ expiresAt: NOW + 3_600_000 })
    expect(parseCredentials('token' in cached ? cached.token : '')).toEqual({
      accessKey: 'ASIALENT',
      secretKey: 'lent/secret+1',
      sessionToken: 'token//==',
    })
  })

  test('an end that cannot be read is an hour away', () => {
    expect(read(200, stsReply('soon'), NOW)).toMatchObject({ expiresAt: NOW + 3_600_000 })
  })

  const denied =
    '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not allowed.</Message></Error></ErrorResponse>'
  test.each<readonly [string, number, unknown, RegExp]>([
    ['an error in XML', 403, denied, /returned no credentials for cloud1_assume_role_arn: Not allowed\.$/],
    ['a page', 502, '<html><title>Bad Gateway</title></html>', /Bad Gateway/],
    ['nothing', 500, undefined, /status 500/],
    ['truncated keys', 200, '<AccessKeyId>A</AccessKeyId>', /contains no credentials/],
    ['JSON', 200, { AccessKeyId: 'A' }, /contains no credentials/],
  ])('%s is a failure', (_, status, body, says) =>
    expect(read(status, body, NOW)).toMatchObject({ message: expect.stringMatching(says) }),
  )
})

describe('credentials that STS does not issue', () => {
  const { read } = expectRequest({ ...pair, ...role })
  const error = (code: string): string =>
    `<ErrorResponse><Error><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`
  test.each([
    [400, 'Throttling', 'upstream_unreachable'],
    [400, 'IDPCommunicationError', 'upstream_unreachable'],
    [503, 'ServiceUnavailable', 'upstream_unreachable'],
    [403, 'AccessDenied', 'invalid_upstream_reply'],
    [400, 'ExpiredTokenException', 'invalid_upstream_reply'],
  ])('%d %s: %s', (status, name, code) => {
    expect(read(status, error(name), NOW)).toMatchObject({ code })
  })
})

const manifest = {
  providers: {
    br: {
      provider: 'bedrock',
      cloud1_region: 'eu-west-1',
      cloud1_access_key_id: '${env:ID}',
      cloud1_secret_access_key: '${env:SECRET}',
      cloud1_assume_role_arn: ROLE,
    },
    web: {
      provider: 'bedrock',
      cloud1_region: 'eu-west-1',
      cloud1_assume_role_arn: ROLE,
      cloud1_web_identity_token: '${file:/var/run/token}',
    },
  },
}
const environment = { ID: 'AKIDEXAMPLE', SECRET: 'secret', '/var/run/token': 'eyJ.a.b' }
const reply = {
  status: 200,
  body: { output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } }, stopReason: 'end_turn' },
}
const keys = { status: 200, headers: ['content-type', 'text/xml'], text: stsReply('2126-01-02T04:04:05Z') }
const body = { ...CHAT, model: '@br/anthropic.claude-x-v1:0' }

test('concurrent calls share one request for credentials', async () => {
  const { call, upstream } = createHarness({ manifest, environment, script: [keys, reply, reply, reply] })
  const replies = await Promise.all([call({ body }), call({ body }), call({ body })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first, ...calls] = upstream.sent
  expect(first?.origin).toBe('https://sts.eu-west-1.amazonaws.com')
  expect(calls).toHaveLength(3)
  for (const { headers } of calls) {
    expect(headers[headers.indexOf('x-amz-security-token') + 1]).toBe('token//==')
    expect(headers.at(-1)).toContain('Credential=ASIALENT/')
  }
})

test('a token of another identity provider is exchanged', async () => {
  const { call, upstream } = createHarness({ manifest, environment, script: [keys, reply] })
  expect((await call({ body: { ...body, model: '@web/anthropic.claude-x-v1:0' } })).status).toBe(200)
  expect(upstream.sent[0]?.text).toContain('WebIdentityToken=eyJ.a.b')
})

test('a request may not choose the role that the gateway assumes', async () => {
  const { call, upstream } = createHarness({ manifest, environment })
  const config = JSON.stringify({ provider: '@br', cloud1_assume_role_arn: `${ROLE}-of-others` })
  const refused = await call({ headers: { 'x-gateway-config': config }, body })
  expect(refused).toMatchObject({ status: 400, json: { error: { code: 'invalid_config' } } })
  expect(upstream.sent).toEqual([])
})
