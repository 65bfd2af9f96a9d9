// MCP integrations that were saved by API, with OAuth: an account of the gateway, or one of each person, as servers of the manifest have.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { runAuthorizationDouble } from '../../support/mcp/authorization-server.ts'
import { connectUrlOf, startConnections } from '../../support/mcp/connected-gateways.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { connectModern } from '../../support/mcp/test-client.ts'
import { runGateway } from '../../support/running-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

afterEach(closeAll)

const SECRET = 'service secret:1'
const KEY = { PORTOLAN_ENCRYPTION_KEY: Buffer.from('k'.repeat(32)).toString('base64') }

async function start(manifest: object = {}, environment: Readonly<Record<string, string>> = KEY) {
  const upstream = await runModernUpstream()
  later(upstream.stop)
  const as = await runAuthorizationDouble(upstream.url)
  later(as.stop)
  const store = `sqlite:${join(temporaryFolder({}), 'store.db')}`
  const gateway = await runGateway({ store, caller_hosts: ['127.0.0.1'], ...manifest }, {}, environment)
  later(gateway.stop)
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${gateway.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const create = (auth_type: string, oauth: object) =>
    send('POST', '/mcp-integrations', {
      workspace_id: 'default',
      name: 'Crm',
      url: as.url,
      auth_type,
      configurations: { oauth },
    })
  const service = { issuer: as.origin, client_id: 'service', client_secret: SECRET }
  return { as, gateway, send, create, service }
}

describe('an account of the gateway', () => {
  it('is what a saved server is called with; readers see the end of its secret', async () => {
    const { as, gateway, send, create, service } = await start()
    const made = await create('client_credentials', { ...service, scopes: ['tools'] })
    expect(made.status).toBe(200)
    expect(made.text).toContain('"client_secret":"****et:1"')
    expect((await send('GET', '/mcp-integrations/crm')).text).not.toContain(SECRET)
    expect(
      (
        await send('POST', '/mcp-servers', {
          workspace_id: 'default',
          name: 'Crm',
          mcp_integration_id: 'crm',
        })
      ).status,
    ).toBe(200)
    const client = await connectModern(`http://127.0.0.1:${gateway.port}/mcp/crm`)
    later(client.close)
    expect(await client.call('echo', { a: 1 })).toContain('echo {"a":1}')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-service-/)
    expect(JSON.stringify(await gateway.log())).not.toMatch(/service secret|access-service/)
  })
  it('keeps its secret where the client stays, and is bound to its hosts', async () => {
    const { send, create, service } = await start()
    await create('client_credentials', service)
    const update = (body: object) => send('PUT', '/mcp-integrations/crm', body)
    const { client_secret: _secret, ...client } = service
    expect((await update({ configurations: { oauth: { ...client, scopes: ['a'] } } })).status).toBe(200)
    const elsewhere = { ...client, issuer: 'https://login.example.com' }
    expect((await update({ configurations: { oauth: elsewhere } })).text).toContain('client_secret')
    expect((await update({ url: 'https://elsewhere.example.com/mcp' })).text).toContain(
      'send client_secret again',
    )
  })
})

describe('the account of each person', () => {
  it('is asked for, connected in a browser, used in any process, and revoked', async () => {
    const { as, call, connect, manage, publicUrl } = await startConnections({}, { saved: true })
    const asked = connectUrlOf(await call('ada@example.com'))
    expect(asked.startsWith(`${publicUrl}/mcp/connect/mail?ticket=`)).toBe(true)
    expect(await connect('ada@example.com')).toMatchObject({ status: 200 })
    const answer = { inputResponses: { portolan_connection: { action: 'accept' } } }
    // The other process has heard of the server within two seconds.
    const served = () => call('ada@example.com', { at: 1, more: answer })
    const text = async () => (await served()).result.content?.[0]?.text
    await expect.poll(text, { timeout: 5000 }).toContain('echo {"a":1}')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-ada-upstream-/)
    expect((await manage('GET', 'ada@example.com', {})).body.total).toBe(1)
    expect((await manage('DELETE', 'ada@example.com', {})).status).toBe(200)
    expect((await call('ada@example.com')).result.resultType).toBe('input_required')
  })
  it('of a server whose integration has no OAuth any more is neither asked for nor connected', async () => {
    const { call, administer } = await startConnections({}, { saved: true })
    const url = connectUrlOf(await call('ada@example.com'))
    const changed = await administer('PUT', '/mcp-integrations/mail', { auth_type: 'none' })
    expect(changed.status).toBe(200)
    expect((await fetch(url)).status).toBe(400)
  })
})

describe('what could not work is refused in words', () => {
  it.each([
    ['client_credentials', {}, '"client_credentials" needs "client_id" and "client_secret"'],
    [
      'client_credentials',
      { client_id: 'a', client_secret: 'b' },
      '"client_secret" needs "issuer" or "token_url"',
    ],
    ['oauth_auto', {}, '"public_url" of the manifest must be set'],
    ['oauth_auto', { client_id: 'a' }, 'name it as "issuer"'],
    ['oauth_auto', { token_url: 'https://login.example.com/token' }, '"token_url" has no effect'],
    ['oauth_auto', { issuer: 'http://169.254.169.254/' }, 'may not be called'],
    ['none', { scopes: ['a'] }, 'oauth would have no effect'],
    ['headers', { scopes: ['a'] }, 'oauth would have no effect'],
    ['oauth', {}, 'auth_type'],
  ])('%s with %j', async (type, oauth, reason) => {
    const { create } = await start()
    const made = await create(type, oauth)
    expect([made.status, made.text.replaceAll('\\', '')]).toEqual([400, expect.stringContaining(reason)])
  })
  it('an account of people without an encryption key', async () => {
    const { create } = await start({ public_url: 'https://gateway.example.com' }, {})
    expect(await create('oauth_auto', {})).toMatchObject({
      status: 501,
      text: expect.stringContaining('PORTOLAN_ENCRYPTION_KEY'),
    })
  })
})
