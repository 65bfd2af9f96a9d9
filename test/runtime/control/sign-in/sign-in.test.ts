// People sign in by a token of their issuer, whose claims say what they may do.
import { afterEach, describe, expect, test } from 'vitest'
import { failure } from '../../../../runtime/values/failures.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

const ADMIN = `ptl_${'a'.repeat(43)}`

async function startSignIn(signIn: object = {}) {
  const issuer = await createTokenIssuer()
  const harness = await openControl(
    {
      api_keys: [{ id: 'git', workspace: 'team', hash: `sha256:${sha256('git')}` }],
      sign_in: { issuer: issuer.issuer, audience: 'portolan', ...signIn },
    },
    { upstream: issuer.upstream, adminKey: ADMIN },
  )
  open = harness
  const admin = (method: string, path: string, body?: Json) =>
    harness.send(method, path, body, { key: ADMIN })
  const withToken = (token: string, method: string, path: string, body?: Json) =>
    harness.send(method, path, body, { credentials: [`Bearer ${token}`] })
  const as = async (claims: object, method = 'GET', path = '/workspaces', body?: Json) =>
    withToken(
      await issuer.sign({ email: 'Ada@Example.org', ...claims }, harness.clock.now()),
      method,
      path,
      body,
    )
  return { ...harness, issuer, admin, withToken, as }
}

const slugs = (answer: { readonly body: { readonly data: readonly { readonly slug: string }[] } }) =>
  answer.body.data.map(({ slug }) => slug)

describe('a token', () => {
  test('is verified by the keys that the issuer names, which are read once', async () => {
    const { as, issuer } = await startSignIn()
    expect((await as({ role: 'Admin' })).status).toBe(200)
    expect((await as({ role: 'Admin' })).status).toBe(200)
    expect(issuer.sent.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  test('of another audience, of another issuer, and one that has expired are 401', async () => {
    const { issuer, withToken, clock } = await startSignIn()
    const now = clock.now()
    const other = await createTokenIssuer()
    for (const token of [
      await issuer.sign({ email: 'a@b.c', role: 'admin' }, now, { audience: 'another' }),
      await other.sign({ email: 'a@b.c', role: 'admin' }, now),
      await issuer.sign({ email: 'a@b.c', role: 'admin' }, now - 2 * 3_600_000),
    ])
      expect(await withToken(token, 'GET', '/workspaces')).toMatchObject({
        status: 401,
        body: { error: { code: 'invalid_api_key' } },
      })
  })

  test('issued by a clock that is more than 60 s ahead is 401, as one that is not valid yet', async () => {
    const { issuer, withToken, clock } = await startSignIn()
    const claims = { email: 'a@b.c', role: 'admin' }
    const now = clock.now()
    const nbf = (seconds: number): object => ({ nbf: Math.floor(now / 1000) + seconds })
    const send = async (token: Promise<string>) => await withToken(await token, 'GET', '/workspaces')
    for (const [claim, ahead, behind] of [
      ['iat', issuer.sign(claims, now + 86_400_000), issuer.sign(claims, now + 60_000)],
      ['iat', issuer.sign(claims, now + 61_000), issuer.sign(claims, now + 59_000)],
      ['nbf', issuer.sign({ ...claims, ...nbf(61) }, now), issuer.sign({ ...claims, ...nbf(60) }, now)],
    ] as const) {
      expect(await send(ahead)).toMatchObject({
        status: 401,
        body: { error: { message: `The claim "${claim}" of the token is not valid.` } },
      })
      expect((await send(behind)).status).toBe(200)
    }
  })

  test('without a scope that the manifest demands is 403', async () => {
    const { as } = await startSignIn({ scopes: ['openid', 'portolan.console'] })
    expect(await as({ role: 'admin', scope: 'openid email' })).toMatchObject({
      status: 403,
      body: { error: { message: 'The token lacks the scope "portolan.console" of its issuer.' } },
    })
    expect((await as({ role: 'admin', scope: 'openid portolan.console' })).status).toBe(200)
  })

  test('older than max_session_ttl is 401, and the setting has 900 seconds at least', async () => {
    const { issuer, admin, withToken, clock } = await startSignIn()
    const token = await issuer.sign({ email: 'a@b.c', role: 'admin' }, clock.now() - 1_200_000)
    expect((await withToken(token, 'GET', '/workspaces')).status).toBe(200)
    expect(
      (await admin('PUT', '/organisation/settings', { session_settings: { max_session_ttl: 899 } })).status,
    ).toBe(400)
    const settings = await admin('PUT', '/organisation/settings', {
      session_settings: { max_session_ttl: 900 },
    })
    expect(settings.body.session_settings).toEqual({ max_session_ttl: 900 })
    expect(await withToken(token, 'GET', '/workspaces')).toMatchObject({
      status: 401,
      body: { error: { message: 'The token was issued too long ago (claim "iat").' } },
    })
    await admin('PUT', '/organisation/settings', { session_settings: null })
    expect((await withToken(token, 'GET', '/workspaces')).status).toBe(200)
  })

  test('is not accepted where nobody signs in', async () => {
    const issuer = await createTokenIssuer()
    const harness = await openControl(
      { api_keys: [{ id: 'git', hash: `sha256:${sha256('git')}` }] },
      { upstream: issuer.upstream },
    )
    open = harness
    const token = await issuer.sign({ email: 'a@b.c', role: 'owner' }, harness.clock.now())
    expect(
      (await harness.send('GET', '/workspaces', undefined, { credentials: [`Bearer ${token}`] })).status,
    ).toBe(401)
    expect(issuer.sent).toEqual([])
  })

  test('cannot be checked while the issuer is away: 503', async () => {
    const issuer = await createTokenIssuer()
    const harness = await openControl(
      {
        api_keys: [{ id: 'git', hash: `sha256:${sha256('git')}` }],
        sign_in: { issuer: issuer.issuer, audience: 'portolan' },
      },
      {
        upstream: (_request, { fail }) => {
          fail(failure('upstream_unreachable', 'It is away.', { cause: 'refused' }))
          return () => {}
        },
      },
    )
    open = harness
    const token = await issuer.sign({ email: 'a@b.c', role: 'owner' }, harness.clock.now())
    expect(
      await harness.send('GET', '/workspaces', undefined, { credentials: [`Bearer ${token}`] }),
    ).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('refused') } },
    })
  })
})

describe('the claims', () => {
  test('say the role in the organisation and in workspaces', async () => {
    const { as } = await startSignIn()
    expect(slugs(await as({ role: 'owner' }))).toEqual(['default', 'team'])
    expect((await as({ role: 'member' })).status).toBe(403)
    expect(slugs(await as({ role: 'member', workspaces: ['team:Manager'] }))).toEqual(['team'])
    expect(slugs(await as({ role: 'member', workspaces: { team: 'member' } }))).toEqual(['team'])
    expect(
      (await as({ role: 'member', workspaces: ['team'] }, 'POST', '/workspaces', { name: 'x' })).status,
    ).toBe(403)
    expect((await as({ role: 'admin' }, 'POST', '/workspaces', { name: 'x' })).status).toBe(200)
  })

  test('may have other names', async () => {
    const { as } = await startSignIn({ claims: { email: 'upn', role: 'https://example.org/role' } })
    expect((await as({ upn: 'a@b.c', 'https://example.org/role': 'admin' })).status).toBe(200)
    expect(await as({ role: 'admin' })).toMatchObject({
      status: 403,
      body: { error: { message: 'The token has no address in its claim "upn".' } },
    })
  })

  test('with an unknown role are 403, with a sentence', async () => {
    const { as } = await startSignIn()
    expect(await as({ role: 'boss' })).toMatchObject({
      status: 403,
      body: {
        error: { message: '"boss" is not a role of the organisation. Known roles: owner, admin and member.' },
      },
    })
    expect((await as({ role: 'member', workspaces: ['team:boss'] })).status).toBe(403)
  })

  test('without a role leave it to the store, which must know the person', async () => {
    const { as, admin } = await startSignIn()
    expect(await as({})).toMatchObject({
      status: 403,
      body: {
        error: { message: expect.stringContaining('"ada@example.org" is not a person of this organisation') },
      },
    })
    const { id } = (await admin('POST', '/organisation/users', { email: 'ada@example.org' })).body
    expect(await as({})).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('workspaces.list') } },
    })
    await admin('POST', '/workspaces/team/users', { users: [{ id, role: 'member' }] })
    expect(slugs(await as({}))).toEqual(['team'])
    const disable = (active: boolean) =>
      admin('PATCH', `/scim/v2/Users/${id}`, {
        Operations: [{ op: 'replace', path: 'active', value: active }],
      })
    await disable(false)
    for (const claims of [{}, { role: 'owner' }])
      expect(await as(claims)).toMatchObject({
        status: 403,
        body: { error: { message: '"ada@example.org" is disabled in this organisation.' } },
      })
    await disable(true)
    expect(slugs(await as({}))).toEqual(['team'])
    const key = await as({}, 'POST', '/api-keys/workspace/user', {
      name: 'mine',
      scopes: ['inference'],
      workspace_id: 'team',
    })
    expect((await admin('GET', `/api-keys/${key.body.id}`)).body.user_id).toBe(id)
  })
})

test('GATEWAY_ADMIN_KEY ends when an owner can sign in', async () => {
  const { admin, as } = await startSignIn()
  await admin('POST', '/organisation/users', { email: 'ada@example.org', role: 'owner' })
  expect((await admin('GET', '/workspaces')).status).toBe(403)
  expect((await as({}, 'POST', '/workspaces', { name: 'x' })).status).toBe(200)
})

test('changes are recorded under the address of the person', async () => {
  const { as } = await startSignIn()
  await as({ role: 'admin' }, 'POST', '/workspaces', { name: 'x' })
  const log = await as(
    { role: 'admin' },
    'GET',
    '/audit-logs?start_time=2026-11-22T00:00:00Z&end_time=2026-11-24T00:00:00Z',
  )
  expect(log.body.records).toContainEqual(
    expect.objectContaining({ user: 'ada@example.org', user_type: 'person', action: 'create' }),
  )
})
