// Tokens for the command line: a key of the person for each device, with the rights of the person, which ends soon and is renewed.
import { afterEach, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function startSignIn(signIn: object = {}) {
  const issuer = await createTokenIssuer()
  const harness = await openControl(
    {
      api_keys: [{ id: 'git', workspace: 'team', hash: `sha256:${sha256('git')}` }],
      sign_in: { issuer: issuer.issuer, audience: 'portolan', client_id: 'cli', ...signIn },
    },
    { upstream: issuer.upstream },
  )
  open = harness
  const as = async (claims: object, body: Json = {}, path = '/sign-in/token', method = 'POST') => {
    const token = await issuer.sign({ email: 'ada@example.org', ...claims }, harness.clock.now())
    return await harness.send(method, path, body, { credentials: [`Bearer ${token}`] })
  }
  const withKey = (key: string, method = 'GET', path = '/models', body?: Json) =>
    harness.send(method, path, body, { key })
  return { ...harness, as, withKey }
}

const MEMBER = { role: 'member', workspaces: { team: 'member' } }

test('a person gets a token for an hour, with what the person may call', async () => {
  const { as, clock } = await startSignIn()
  const { status, body } = await as(MEMBER, { device: 'laptop' })
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(String),
      object: 'sign-in-token',
      token: expect.stringMatching(/^ptl_/),
      expires_at: new Date(clock.now() + 3_600_000).toISOString(),
      workspace_id: 'team',
      user: 'ada@example.org',
    },
  ])
  const { body: shown } = await as({ role: 'admin' }, undefined, `/api-keys/${body.id}`, 'GET')
  expect(shown).toMatchObject({
    ...{ type: 'workspace-user', device: 'laptop', user_id: 'ada@example.org', status: 'active' },
    scopes: ['inference', 'models', 'mcp.invoke', 'agents.invoke', 'prompts.render'],
  })
  expect(JSON.stringify(shown)).not.toContain(body.token)
})

test('the time is that of the manifest', async () => {
  const { as, clock } = await startSignIn({ token_ttl: 600 })
  expect((await as(MEMBER)).body.expires_at).toBe(new Date(clock.now() + 600_000).toISOString())
})

test('a renewal is the same key with another secret, and the earlier one is accepted until its end', async () => {
  const { as, clock, withKey } = await startSignIn()
  const first = (await as(MEMBER)).body
  await clock.advance(1_800_000)
  const second = (await as(MEMBER)).body
  expect(second.id).toBe(first.id)
  expect(second.token).not.toBe(first.token)
  const statusOf = async (token: string) => (await withKey(token, 'GET', '/api-keys')).status
  expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([403, 403])
  await clock.advance(1_800_000)
  expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([401, 403])
  await clock.advance(1_800_000)
  expect(await statusOf(second.token)).toBe(401)
})

test('limits that were set on the key hold after a renewal', async () => {
  const { as } = await startSignIn()
  const { id } = (await as(MEMBER)).body
  const limit = { rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }] }
  expect((await as({ role: 'admin' }, limit, `/api-keys/${id}`, 'PUT')).status).toBe(200)
  await as(MEMBER)
  expect((await as({ role: 'admin' }, undefined, `/api-keys/${id}`, 'GET')).body.rate_limits).toMatchObject(
    limit.rate_limits,
  )
})

test('devices have keys of their own', async () => {
  const { as } = await startSignIn()
  const one = (await as(MEMBER, { device: 'one' })).body
  expect((await as(MEMBER, { device: 'two' })).body.id).not.toBe(one.id)
})

test('a disabled token is not renewed, and a revoked one is refused', async () => {
  const { as, withKey } = await startSignIn()
  const { id, token } = (await as(MEMBER)).body
  await as({ role: 'admin' }, { status: 'disabled' }, `/api-keys/${id}`, 'PUT')
  expect(await as(MEMBER)).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining('disabled') } },
  })
  await as({ role: 'admin' }, undefined, `/api-keys/${id}`, 'DELETE')
  expect((await withKey(token, 'GET', '/api-keys')).status).toBe(401)
})

test('a person of several workspaces names one', async () => {
  const { as } = await startSignIn()
  const both = { role: 'member', workspaces: { team: 'member', default: 'member' } }
  expect((await as(both)).status).toBe(400)
  expect((await as(both, { workspace_id: 'team' })).body.workspace_id).toBe('team')
  expect((await as(MEMBER, { workspace_id: 'default' })).status).toBe(404)
})

test('keys get no token, and end none but their own', async () => {
  const { as, send, withKey } = await startSignIn()
  expect((await send('POST', '/sign-in/token', {}, { key: 'git' })).status).toBe(403)
  expect((await send('DELETE', '/sign-in/token', undefined, { key: 'git' })).status).toBe(403)
  const { token } = (await as(MEMBER)).body
  expect((await withKey(token, 'POST', '/sign-in/token', {})).status).toBe(403)
  expect((await withKey(token, 'DELETE', '/sign-in/token')).status).toBe(200)
  expect((await withKey(token, 'DELETE', '/sign-in/token')).status).toBe(401)
})

test('the audit log has who signed in and out', async () => {
  const { as, withKey } = await startSignIn()
  const { token } = (await as(MEMBER)).body
  await withKey(token, 'DELETE', '/sign-in/token')
  const { body } = await as(
    { role: 'owner' },
    undefined,
    '/audit-logs?start_time=2026-11-22T00:00:00Z&end_time=2026-11-25T00:00:00Z',
    'GET',
  )
  const actions = body.records.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['sign-in', 'sign-out']))
  expect(JSON.stringify(body)).not.toContain(token)
})
