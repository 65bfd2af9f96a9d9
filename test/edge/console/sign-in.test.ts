// People sign in to the console at their issuer: PKCE, one return for one start, tokens that are renewed, and what ends a session.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CLIENT, type OidcIssuer, runOidcIssuer } from '../../support/oidc-issuer.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { type ConsoleClient, type ConsoleResponse, createConsoleClient } from './console-client.ts'

const HOST = 'gateway.test'
const KEYS = [{ id: 'key', hash: `sha256:${createHash('sha256').update('a-key').digest('hex')}` }]

interface Organisation {
  readonly issuer: OidcIssuer
  readonly gateway: RunningGateway
  readonly browser: () => ConsoleClient
}

async function found(settings: object = {}): Promise<Organisation> {
  const issuer = await runOidcIssuer()
  issuer.person['role'] = 'admin'
  const gateway = await runGateway({
    providers: { mock: { provider: 'mock' } },
    api_keys: KEYS,
    public_url: `https://${HOST}`,
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: issuer.issuer, audience: CLIENT, client_id: CLIENT },
    store: `sqlite:${join(temporaryFolder(), 'store.db')}`,
    console: true,
    ...settings,
  })
  onTestFinished(async () => {
    await gateway.stop()
    await issuer.stop()
  })
  return { issuer, gateway, browser: () => createConsoleClient(gateway.port, HOST) }
}

/** The address to which the issuer sends the browser back. */
async function throughIssuer(started: ConsoleResponse): Promise<string> {
  const reply = await fetch(String(started.headers['location']), { redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? '')
  expect(back.origin).toBe(`https://${HOST}`)
  return back.pathname + back.search
}

const NAVIGATION = { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }

async function signIn(browser: ConsoleClient, to = '/console/'): Promise<ConsoleResponse> {
  const started = await browser.request('GET', `/console/sign-in?to=${encodeURIComponent(to)}`)
  const reply = await browser.request('GET', await throughIssuer(started), NAVIGATION)
  browser.csrf = metaOf(reply, 'csrf')
  return reply
}

const metaOf = ({ text }: ConsoleResponse, name: string): string | undefined =>
  new RegExp(`<meta name="portolan-${name}" content="([^"]*)">`).exec(text)?.[1]

it('signs a person in, who then has the rights of the person', async () => {
  const { browser, gateway, issuer } = await found()
  const ada = browser()
  expect((await ada.request('GET', '/console/session')).body.methods).toEqual(['setup', 'oidc', 'key'])
  const started = await ada.request('GET', '/console/sign-in')
  const asked = new URL(String(started.headers['location']))
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: CLIENT,
    redirect_uri: `https://${HOST}/console/callback`,
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{40,}$/),
    nonce: expect.stringMatching(/^[\w-]{40,}$/),
  })
  expect([started.headers['set-cookie']].flat()[0]).toMatch(
    /^__Host-portolan-sign-in=[^;]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  )
  const returned = await signIn(ada, '/console/requests?period=1h')
  expect(returned.status).toBe(200)
  expect(metaOf(returned, 'to')).toBe('/console/requests?period=1h')
  expect(metaOf(returned, 'csrf')).toMatch(/^[\w-]{43}$/)
  expect(returned.headers['cache-control']).toBe('no-store')
  expect([...ada.cookies.keys()]).toEqual(['__Host-portolan'])
  expect((await ada.request('GET', '/console/session')).body).toMatchObject({
    caller: { type: 'person', id: 'ada@example.com', email: 'ada@example.com', role: 'admin' },
  })
  expect((await ada.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
  expect((await ada.request('POST', '/console/api/v1/chat/completions', { body: {} })).status).toBe(401)
  expect(issuer.grants).toEqual(['authorization_code'])
  expect(JSON.stringify(await gateway.log())).not.toContain(ada.csrf)
})

it('takes the return of a sign-in only in the browser that began it, and once', async () => {
  const { browser } = await found()
  const ada = browser()
  const back = await throughIssuer(await ada.request('GET', '/console/sign-in'))
  const other = await browser().request('GET', back, NAVIGATION)
  expect([other.status, metaOf(other, 'sign-in-fault')]).toEqual([
    403,
    expect.stringContaining('begun in another browser'),
  ])
  const forged = await ada.request('GET', back.replace(/state=[^&]+/, 'state=forged'), NAVIGATION)
  expect([forged.status, metaOf(forged, 'csrf')]).toEqual([403, undefined])
  // The one cookie was for the one return.
  expect((await ada.request('GET', back, NAVIGATION)).status).toBe(403)
  expect(ada.cookies.size).toBe(0)
})

it('leads back only into the console', async () => {
  const { browser } = await found()
  for (const to of [
    '//evil.test',
    'https://evil.test/console/',
    '/console//evil.test',
    '/console/\\evil',
    '/v1/logs',
  ])
    expect([to, metaOf(await signIn(browser(), to), 'to')]).toEqual([to, '/console/'])
  const fault = await signIn(browser(), '/console/"><script>alert(1)</script>')
  expect(fault.text).not.toContain('<script>alert')
})

it('tells a person who is not one of the organisation, or is disabled there', async () => {
  const { browser, issuer } = await found()
  delete issuer.person['role']
  const refused = await signIn(browser())
  expect([refused.status, metaOf(refused, 'sign-in-fault')]).toEqual([
    403,
    expect.stringContaining('is not a person of this organisation'),
  ])
})

it('renews the token once for requests that come together, and for those with the cookie of before', async () => {
  const { browser, issuer } = await found()
  issuer.set.lifetime = '20s'
  const ada = browser()
  await signIn(ada)
  issuer.set.lifetime = '5m'
  const before = new Map(ada.cookies)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => ada.request('GET', '/console/api/v1/workspaces')),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(issuer.grants).toEqual(['authorization_code', 'refresh_token'])
  expect(ada.cookies.get('__Host-portolan')).not.toBe(before.get('__Host-portolan'))
  for (const [name, value] of before) ada.cookies.set(name, value)
  expect((await ada.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
  expect(issuer.grants).toHaveLength(2)
})

it('ends when the issuer renews no more, and lasts while it cannot be reached', async () => {
  const { browser, issuer } = await found()
  issuer.set.lifetime = '20s'
  const [ada, eve] = [browser(), browser()]
  await signIn(ada)
  await signIn(eve)
  issuer.end()
  expect((await ada.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
  await issuer.stop()
  expect((await eve.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
})

it('ends at once when the person is disabled', async () => {
  const { browser, gateway } = await found()
  const setup = /#setup=([\w-]+)$/.exec(gateway.runtime.console?.url ?? '')?.[1]
  const owner = createConsoleClient(gateway.port)
  await owner.request('POST', '/console/setup', { body: { token: setup } })
  const people = await owner.request('POST', '/console/api/scim/v2/Users', {
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ada@example.com',
      active: true,
    },
    headers: { 'content-type': 'application/scim+json' },
  })
  expect(people.status).toBe(201)
  const ada = browser()
  expect((await signIn(ada)).status).toBe(200)
  expect((await ada.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
  const disabled = await owner.request('PATCH', `/console/api/scim/v2/Users/${people.body.id}`, {
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    },
    headers: { 'content-type': 'application/scim+json' },
  })
  expect(disabled.status).toBeLessThan(300)
  expect((await ada.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
  expect((await ada.request('GET', '/console/session')).body.caller).toBeNull()
})

it('sends people to the public address first, where the issuer sends them back', async () => {
  const { gateway } = await found()
  const local = createConsoleClient(gateway.port)
  expect((await local.request('GET', '/console/sign-in?to=/console/plan')).headers['location']).toBe(
    `https://${HOST}/console/sign-in?to=%2Fconsole%2Fplan`,
  )
})

it('says that the issuer cannot be reached', async () => {
  const { browser, issuer } = await found()
  await issuer.stop()
  const reply = await browser().request('GET', '/console/sign-in')
  expect([reply.status, metaOf(reply, 'sign-in-fault')]).toEqual([
    502,
    expect.stringContaining('cannot be discovered'),
  ])
})
