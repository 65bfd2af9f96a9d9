// Sessions of the console in a real browser: cookies of this machine, the return from an issuer, other ports of the same host.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../support/console-page.ts'
import { CLIENT, type OidcIssuer, runOidcIssuer } from '../../support/oidc-issuer.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { makeFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/test-redis.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let issuer: OidcIssuer
  let gateway: RunningGateway
  let url: string
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
    issuer = await runOidcIssuer()
    issuer.person['role'] = 'admin'
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    gateway = await runGateway({
      providers: { mock: { provider: 'mock' } },
      listen: { port },
      public_url: url,
      trusted_hosts: ['127.0.0.1'],
      sign_in: { issuer: issuer.issuer, audience: CLIENT, client_id: CLIENT },
      api_keys: [{ id: 'reader', hash: hashOf('key-of-reader'), scopes: ['workspaces.list'] }],
      store: `sqlite:${makeFolder()}/store.db`,
      console: true,
    })
  })
  afterAll(async () => {
    await browser.close()
    await gateway.stop()
    await issuer.stop()
  })

  const open = async (path = '/console/'): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(url + path)
    return page
  }
  /** The caller that the page has, with the token that it stores. */
  const callerOf = (page: Page) =>
    page.evaluate(async () => {
      const csrf = localStorage.getItem('portolan.csrf') ?? ''
      const reply = await fetch('/console/session', { headers: { 'x-portolan-csrf': csrf } })
      const { caller } = (await reply.json()) as { caller: { type: string; id: string } | null }
      return caller
    })

  it('a key signs in, is in no storage and no cookie that scripts read, and is gone after sign-out', async () => {
    const page = await open()
    await page.getByLabel('Key of the gateway').fill('key-of-reader')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()
    expect(await callerOf(page)).toMatchObject({ type: 'key', id: 'reader' })
    const seen = await page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { cookie: string } }
      return JSON.stringify([document.cookie, { ...localStorage }])
    })
    expect(seen).not.toMatch(/key-of-reader|portolan=/)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({
      name: 'portolan',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/console/',
    })
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    await page.evaluate(() => fetch('/console/session', { method: 'DELETE' }))
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  })

  it('the issuer leads back to the address that was open, with a session, and without its code in the address', async () => {
    const page = await open('/console/keys?owner=me')
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
    await page.getByRole('navigation').first().waitFor()
    expect(page.url()).toBe(`${url}/console/keys?owner=me`)
    expect(await callerOf(page)).toMatchObject({ type: 'person', id: 'ada@example.com' })
    await page.context().close()
  })

  it('the issuer refuses, and the page tells why', async () => {
    delete issuer.person['role']
    const page = await open()
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
    await page.getByText('is not a person of this organisation').waitFor()
    issuer.person['role'] = 'admin'
    await page.context().close()
  })

  it('a page of another port has the cookie sent, and gets nothing for it', async () => {
    const page = await open()
    await page.getByLabel('Key of the gateway').fill('key-of-reader')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()
    const stolen: string[] = []
    const other = createServer((request, response) => {
      stolen.push(request.headers.cookie ?? '')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>other</p>')
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const evil = await page.context().newPage()
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    await evil.goto(address)
    expect(stolen.join('')).toBe('')
    await evil.goto(`${address}/console/`)
    const cookie = stolen.find(each => each.includes('portolan=')) ?? ''
    expect(cookie).not.toBe('')
    const tried = await evil.evaluate(async target => {
      const attempt = (init: RequestInit) =>
        fetch(target, { credentials: 'include', ...init }).then(
          reply => `${reply.type} ${reply.status}`,
          () => 'refused',
        )
      return [await attempt({}), await attempt({ mode: 'no-cors', method: 'POST', body: '{}' })]
    }, `${url}/console/session`)
    expect(tried).toEqual(['refused', expect.stringMatching(/^opaque|^refused/)])
    const replayed = await fetch(`${url}/console/api/v1/workspaces`, {
      headers: { cookie },
    })
    expect(replayed.status).toBe(401)
    expect(await callerOf(page)).toMatchObject({ id: 'reader' })
    other.close()
    await page.context().close()
  })
})
