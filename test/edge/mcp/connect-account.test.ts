// People connect their accounts at MCP servers: from the call that needs it to the page, the authorization server and back.
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../../support/local-servers.ts'
import { type BrowserDouble, createBrowserDouble } from '../../support/mcp/browser-double.ts'
import { connectUrlOf, startConnections } from '../../support/mcp/connected-gateways.ts'

afterEach(closeAll)

const ANSWER = { inputResponses: { portolan_connection: { action: 'accept' } } }

/** The flow up to the address that the authorization server sends the browser back to. */
async function untilReturn(
  started: Awaited<ReturnType<typeof startConnections>>,
  browser: BrowserDouble,
  person = 'ada@example.com',
) {
  const url = connectUrlOf(await started.call(person))
  const page = await browser.open(url)
  const { next = '' } = await browser.submit(url, page.text)
  return { url, page, next, back: await browser.signIn(next) }
}

describe('a call that needs an account', () => {
  it('asks for it as the era does, and is served once it is connected', async () => {
    const { as, call, connect, publicUrl } = await startConnections()
    const asked = await call('ada@example.com')
    expect(asked.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { portolan_connection: { method: 'elicitation/create', params: { mode: 'url' } } },
    })
    expect(connectUrlOf(asked).startsWith(`${publicUrl}/mcp/connect/mail?ticket=`)).toBe(true)
    expect(await connect('ada@example.com')).toMatchObject({
      status: 200,
      text: expect.stringContaining('Connected'),
    })
    const served = await call('ada@example.com', { more: ANSWER })
    expect(served.result.content?.[0]?.text).toContain('echo {"a":1}')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-ada-upstream-/)
    expect(as.seen.clients).toHaveLength(1)
  })
  it('names the URL in its error where the client opens none', async () => {
    const { call, publicUrl } = await startConnections()
    const { status, error } = await call('ada@example.com', { capabilities: {} })
    expect([
      status,
      error?.data.code,
      error?.message.includes(`${publicUrl}/mcp/connect/mail?ticket=`),
    ]).toEqual([403, 'connection_required', true])
  })
  it('of one person never uses the account of another', async () => {
    const { as, call, connect } = await startConnections()
    await connect('ada@example.com')
    expect((await call('bob@example.com')).result.resultType).toBe('input_required')
    as.login = 'bob-upstream'
    await connect('bob@example.com')
    await call('ada@example.com')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-ada-upstream-/)
    await call('bob@example.com')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-bob-upstream-/)
    expect(as.seen.bearers.join()).not.toContain('eyJ')
  })
  it('is served by another gateway of the store, also where the flow began at one and ended at the other', async () => {
    const started = await startConnections()
    const { call, ports } = started
    let at: 0 | 1 = 0
    const browser = createBrowserDouble(url => url.replace(`:${ports[0]}`, `:${ports[at]}`))
    const { back } = await untilReturn(started, browser)
    at = 1
    expect((await browser.open(back)).status).toBe(200)
    for (const gateway of [0, 1] as const)
      expect((await call('ada@example.com', { at: gateway })).result.content?.[0]?.text).toContain('echo')
  })
  it('renews a token that ends, and one that the server has forgotten', async () => {
    const { as, call, connect } = await startConnections()
    as.set.lifetime = 0.001
    await connect('ada@example.com')
    as.set.lifetime = 3600
    await call('ada@example.com')
    expect(as.seen.grants).toEqual(['authorization_code', 'refresh_token'])
    as.forget()
    expect((await call('ada@example.com')).result.content?.[0]?.text).toContain('echo')
    expect(as.seen.grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
  })
})

describe('an account whose token has ended', () => {
  const startExpired = async () => {
    const started = await startConnections()
    started.as.set.lifetime = 0.001
    await started.connect('ada@example.com')
    started.as.set.lifetime = 3600
    return started
  }
  it('is renewed once by gateways that are called at the same time', async () => {
    const { as, call } = await startExpired()
    const replies = await Promise.all(
      ([0, 1, 0, 1, 0, 1] as const).map(at => call('ada@example.com', { at })),
    )
    for (const { result } of replies) expect(result.content?.[0]?.text).toContain('echo')
    expect(as.seen.grants).toEqual(['authorization_code', 'refresh_token'])
  })
  it('stays connected where the authorization server refuses the gateway, which the reply and one line of the log say', async () => {
    const { as, call, gateways } = await startExpired()
    as.set.refuses = [401, 'invalid_client']
    for (const _ of [1, 2, 3])
      expect((await call('ada@example.com')).error).toMatchObject({
        data: { code: 'connection_failed' },
        message: expect.stringContaining('refuses the gateway (invalid_client). An administrator'),
      })
    const lines = (await gateways[0].log()).filter(line => JSON.stringify(line).includes('invalid_client'))
    expect(lines.length).toBe(1)
    as.set.refuses = undefined
    expect((await call('ada@example.com', { at: 1 })).result.content?.[0]?.text).toContain('echo')
  })
  it('is listed as not connected once its grant has ended, and is connected again', async () => {
    const { as, call, connect, manage } = await startExpired()
    as.set.refuses = [400, 'invalid_grant']
    expect((await call('ada@example.com')).result.resultType).toBe('input_required')
    expect((await manage('GET', 'ada@example.com', {})).body.data).toMatchObject([
      { user_id: 'ada@example.com', connected: false },
    ])
    as.set.refuses = undefined
    await connect('ada@example.com')
    expect((await call('ada@example.com')).result.content?.[0]?.text).toContain('echo')
  })
})

describe('the page', () => {
  it('says for whom and for which client, without scripts, and escapes what others say', async () => {
    const { call } = await startConnections()
    const { text, headers } = await createBrowserDouble().open(connectUrlOf(await call('ada@example.com')))
    expect(text).toContain('ada@example.com')
    expect(text).not.toContain('Desk <b>')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  })
  it('does nothing where the person cancels, and its ticket is used up', async () => {
    const { as, call } = await startConnections()
    const browser = createBrowserDouble()
    const url = connectUrlOf(await call('ada@example.com'))
    const page = await browser.open(url)
    expect((await browser.submit(url, page.text, 'deny')).next).toBeUndefined()
    expect((await browser.submit(url, page.text)).status).toBe(400)
    expect(as.seen.clients).toEqual([])
  })
  it('takes no form of a browser that has not seen it', async () => {
    const { call } = await startConnections()
    const url = connectUrlOf(await call('ada@example.com'))
    const page = await createBrowserDouble().open(url)
    expect((await createBrowserDouble().submit(url, page.text)).status).toBe(400)
  })
})

describe('the way back', () => {
  it('counts once', async () => {
    const started = await startConnections()
    const browser = createBrowserDouble()
    const { back } = await untilReturn(started, browser)
    expect((await browser.open(back)).status).toBe(200)
    expect((await browser.open(back)).status).toBe(400)
  })
  it('counts only in the browser that began', async () => {
    const started = await startConnections()
    const { back } = await untilReturn(started, createBrowserDouble())
    expect((await createBrowserDouble().open(back)).status).toBe(400)
    expect(started.as.seen.grants).toEqual([])
    expect((await started.call('ada@example.com')).result.resultType).toBe('input_required')
  })
  it.each([
    ['another issuer', 'https://evil.example'],
    ['no issuer, though it names itself', undefined],
  ])('does not count with %s', async (_title, iss) => {
    const started = await startConnections()
    started.as.set.iss = iss
    const browser = createBrowserDouble()
    const { back } = await untilReturn(started, browser)
    expect((await browser.open(back)).status).toBe(400)
    expect(started.as.seen.grants).toEqual([])
  })
})

describe('an authorization server', () => {
  it('without PKCE is refused', async () => {
    const { as, call } = await startConnections()
    as.set.pkce = false
    const page = await createBrowserDouble().open(connectUrlOf(await call('ada@example.com')))
    expect([page.status, page.text.includes('PKCE')]).toEqual([502, true])
  })
  it('whose metadata name another issuer is refused', async () => {
    const { as, call } = await startConnections()
    as.set.issuer = 'https://evil.example'
    expect((await createBrowserDouble().open(connectUrlOf(await call('ada@example.com')))).status).toBe(502)
  })
})

it('client credentials: one token for all callers, and never that of a client', async () => {
  const { as, call } = await startConnections({
    type: 'client_credentials',
    client_id: 'service',
    client_secret: '$' + '{env:SERVICE_SECRET}',
  })
  expect((await call('ada@example.com')).result.content?.[0]?.text).toContain('echo')
  expect((await call('bob@example.com')).result.content?.[0]?.text).toContain('echo')
  expect(as.seen.grants).toEqual(['client_credentials'])
  expect(new Set(as.seen.bearers.filter(each => each !== '')).size).toBe(1)
})
