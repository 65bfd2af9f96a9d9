// Who is near a console and means no good: pages of other sites and ports, names that lead to this machine, paths and headers that mean
// something else than they seem, and readers of logs.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { rawRequest, writeThenRead } from '../raw-client.ts'
import { type ConsoleClient, createConsoleClient } from './console-client.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const MANIFEST = {
  providers: { mock: { provider: 'mock' } },
  console: true,
  api_keys: [
    { id: 'reader', hash: hashOf('key-of-reader'), scopes: ['workspaces.list', 'inference'] },
    { id: 'other', hash: hashOf('key-of-other'), scopes: ['configs.list'] },
  ],
}
const CONFIGS = { chat: { provider: '@mock', override_params: { model: 'echo' } } }

async function run(manifest: object = {}): Promise<RunningGateway> {
  const gateway = await runGateway({ ...MANIFEST, ...manifest }, CONFIGS, { KEY: 'stored-key' })
  onTestFinished(gateway.stop)
  return gateway
}

async function signedIn(manifest: object = {}): Promise<{ gateway: RunningGateway; client: ConsoleClient }> {
  const gateway = await run(manifest)
  const client = createConsoleClient(gateway.port)
  expect((await client.signIn('key-of-reader')).status).toBe(200)
  return { gateway, client }
}

const LIST = '/console/api/v1/workspaces'

/** What the server replies to these bytes. */
const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    let reply = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      reply += piece
    })
    socket.on('end', () => resolve(reply))
    socket.on('error', reject)
  })

describe('other pages', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['of another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
    ['without an origin', { 'sec-fetch-site': '', origin: '' }],
    ['of an opaque origin', { 'sec-fetch-site': '', origin: 'null' }],
    ['that an old browser sends', { 'sec-fetch-site': '', origin: 'http://localhost:3000' }],
    [
      'with the right origin as a part of another',
      { 'sec-fetch-site': '', origin: 'http://localhost:1.evil.test' },
    ],
  ])('%s change nothing, and begin no session', async (_title, headers) => {
    const { gateway, client } = await signedIn()
    const body = { body: { key: 'key-of-reader' }, headers }
    for (const [method, path] of [
      ['POST', '/console/session'],
      ['DELETE', '/console/session'],
      ['POST', '/console/setup'],
      ['POST', LIST],
    ] as const)
      expect([method, path, (await client.request(method, path, body)).status]).toEqual([method, path, 403])
    expect(client.cookies.size).toBe(1)
    expect((await createConsoleClient(gateway.port).request('GET', LIST, { headers })).status).not.toBe(200)
  })

  it('that listen.cors allows do not reach the console, and no reply of it allows any', async () => {
    const cors = { origins: ['https://app.test'] }
    const { client } = await signedIn({ listen: { port: 0, cors } })
    const headers = { origin: 'https://app.test', 'sec-fetch-site': 'cross-site' }
    expect((await client.request('GET', LIST, { headers })).status).toBe(403)
    const preflight = await client.request('OPTIONS', LIST, {
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(403)
    for (const reply of [
      preflight,
      await client.request('GET', '/console/', { headers }),
      await client.request('GET', LIST),
    ])
      expect(Object.keys(reply.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it('send no forms: what is not JSON is refused before it is read', async () => {
    const { client } = await signedIn()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ])
      expect(
        (
          await client.request('POST', '/console/session', {
            body: '{"key":"key-of-reader"}',
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(415)
  })

  it('with the cookie of another port have no session without the token of the page', async () => {
    const { gateway, client } = await signedIn()
    const thief = createConsoleClient(gateway.port)
    for (const [name, value] of client.cookies) thief.cookies.set(name, value)
    expect((await thief.request('GET', LIST)).body.error.code).toBe('session_ended')
    expect((await thief.request('GET', '/console/session')).body).toMatchObject({ caller: null })
    expect((await thief.request('GET', '/console/session')).text).not.toContain('csrf')
    expect((await thief.request('DELETE', '/console/session')).status).toBe(204)
    expect((await client.request('GET', LIST)).status).toBe(200)
  })

  it('of a gateway without keys are refused as for calls', async () => {
    const gateway = await runGateway({ providers: MANIFEST.providers, console: true }, CONFIGS)
    onTestFinished(gateway.stop)
    const client = createConsoleClient(gateway.port)
    expect((await client.request('GET', LIST)).status).toBe(200)
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-forwarded-for': '192.0.2.1' },
      { host: 'rebound.test' },
    ])
      expect([headers, (await client.request('GET', LIST, { headers })).status]).toEqual([headers, 403])
  })
})

describe('names', () => {
  it('that lead to this machine by DNS are refused, with or without keys', async () => {
    const gateway = await run()
    for (const host of [
      'rebound.test',
      `rebound.test:${gateway.port}`,
      'localhost.evil.test',
      '127.0.0.1.nip.test',
    ])
      for (const path of ['/console/', '/console/session', LIST])
        expect([host, (await createConsoleClient(gateway.port, host).request('GET', path)).status]).toEqual([
          host,
          403,
        ])
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'console.localhost'])
      expect((await createConsoleClient(gateway.port, host).request('GET', '/console/')).status).toBe(200)
    const named = await run({ listen: { port: 0, hosts: ['gateway.internal'] } })
    expect(
      (await createConsoleClient(named.port, 'gateway.internal').request('GET', '/console/session')).status,
    ).toBe(200)
  })

  it('in two places have to agree', async () => {
    const { port } = await run()
    const reply = await sendRaw(
      port,
      'GET http://evil.test/console/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    const twice = await sendRaw(
      port,
      'GET /console/session HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
    )
    expect(twice).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('paths and headers', () => {
  it('that could lead elsewhere are refused', async () => {
    const { client } = await signedIn({ console: { read_only: true } })
    for (const path of [
      '/console/api/../v1/workspaces',
      '/console/api/v1/../v1/workspaces',
      '/console/api/v1/%2e%2e/v1/workspaces',
      '/console/api/v1/.%2E/workspaces',
      '/console/api//v1/workspaces',
      '/console/api/v1//workspaces',
      '/console/api/v1\\workspaces',
      '/console/api/v1%5cworkspaces',
      '/console/api/v1/workspaces/..;/configs',
    ])
      expect([path, (await client.request('GET', path)).status]).toEqual([path, 400])
    for (const path of [
      '/console/api/console/api/v1/workspaces',
      '/console/api/',
      '/console/api/console/session',
    ])
      expect([path, (await client.request('GET', path)).status]).toEqual([path, 403])
  })

  it('that carry another credential do not replace that of the session', async () => {
    const { client } = await signedIn()
    for (const headers of [
      { 'x-gateway-api-key': 'key-of-other' },
      { 'X-Gateway-Api-Key': 'key-of-other' },
      { authorization: 'Bearer key-of-other' },
      { 'x-api-key': 'key-of-other' },
      { 'x-goog-api-key': 'key-of-other' },
    ]) {
      expect((await client.request('GET', LIST, { headers })).status).toBe(200)
      expect((await client.request('GET', '/console/api/v1/configs', { headers })).status).toBe(403)
    }
    expect((await client.request('GET', '/console/api/v1/configs?key=key-of-other')).status).not.toBe(200)
  })

  it('of the page and its session do not leave for a provider', async () => {
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}')
    })
    onTestFinished(provider.stop)
    const { client } = await signedIn({
      providers: {
        mock: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    })
    const config = { provider: '@mock', forward_headers: ['origin', 'x-portolan-csrf', 'x-team'] }
    const reply = await client.request('POST', '/console/api/v1/chat/completions', {
      body: { model: 'gpt-5.6-luna', messages: [{ role: 'user', content: 'Hello' }] },
      headers: { 'x-gateway-config': JSON.stringify(config), 'x-team': 'a team' },
    })
    expect(reply.status).toBe(200)
    const [sent] = provider.received
    expect(sent?.headers).toMatchObject({ 'x-team': 'a team', authorization: 'Bearer stored-key' })
    const written = JSON.stringify(sent?.headers)
    for (const secret of ['portolan=', client.csrf ?? '-', 'key-of-reader', 'http://localhost:'])
      expect(written).not.toContain(secret)
    expect(Object.keys(sent?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:cookie|origin|sec-|x-portolan)/)]),
    )
  })

  it('of an upgrade are refused', async () => {
    const { gateway, client } = await signedIn()
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of ['/console/', '/console/api/v1/realtime', '/console/api/v1/responses']) {
      const reply = await sendRaw(
        gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nCookie: ${cookie}\r\nx-portolan-csrf: ${client.csrf}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      )
      expect([path, reply.slice(0, 12)]).toEqual([path, 'HTTP/1.1 404'])
    }
  })

  it('of cookies that are huge, broken or there twice begin no session and break nothing', async () => {
    const { gateway, client } = await signedIn()
    const [cookie = ''] = client.cookies.values()
    for (const value of [
      `${cookie.slice(0, -4)}AAAA`,
      `${cookie}; portolan=${cookie}`,
      cookie.replace(/^[^.]+/, 'x'.repeat(16)),
      '....',
      '%00',
      'x'.repeat(8000),
    ]) {
      const broken = createConsoleClient(gateway.port)
      broken.csrf = client.csrf
      broken.cookies.set('portolan', value)
      const reply = await broken.request('GET', LIST)
      expect([value.slice(0, 20), reply.status, reply.body.error.code]).toEqual([
        value.slice(0, 20),
        401,
        'session_ended',
      ])
    }
    const huge = await client.request('GET', LIST, { headers: { cookie: `a=${'x'.repeat(70_000)}` } })
    expect(huge.status).toBe(431)
    expect((await client.request('GET', LIST)).status).toBe(200)
  })

  it('of a body that is refused do not leave it to the next request of the connection', async () => {
    const { port } = await run()
    const smuggled = 'GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const reply = await sendRaw(
      port,
      `POST /console/setup HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    )
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403'])
    const large = await createConsoleClient(port).request('POST', '/console/session', {
      body: { key: 'x'.repeat(20_000) },
    })
    expect(large.status).toBe(413)
  })
})

describe('an upload that is refused', () => {
  it('has a reply for a client that writes all of it before it reads', async () => {
    const { port } = await run()
    const upload = rawRequest(
      'POST',
      '/console/api/v1/files',
      [`origin: http://localhost:${port}`, 'content-type: application/json', 'sec-fetch-site: same-origin'],
      ' '.repeat(20_000_000),
    ).replace('host: localhost', `host: localhost:${port}`)
    for (let time = 0; time < 3; time += 1)
      expect(await writeThenRead(port, upload)).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('a key', () => {
  it('of an owner signs in only on the machine of the gateway', async () => {
    const gateway = await run({
      store: `sqlite:${join(temporaryFolder(), 'store.db')}`,
      listen: { port: 0, behind_proxy: true },
    })
    const token = /#setup=([\w-]+)$/.exec(gateway.runtime.console?.url ?? '')?.[1]
    const away = createConsoleClient(gateway.port, 'gateway.test')
    const made = await away.request('POST', '/console/setup', { body: { token } })
    expect([made.status, made.body.csrf, away.cookies.size]).toEqual([200, undefined, 0])
    const refused = await away.signIn(made.body.key)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('only on the machine of the gateway'),
    ])
    expect((await away.signIn('key-of-reader')).status).toBe(200)
    expect([...away.cookies.keys()]).toEqual(['__Host-portolan'])
    expect((await away.request('GET', LIST)).status).toBe(200)
    expect((await createConsoleClient(gateway.port).signIn(made.body.key)).status).toBe(200)
  })
})

describe('logs and metrics', () => {
  it('have neither the key, the cookie, the token of the page nor that of the setup', async () => {
    const store = `sqlite:${join(temporaryFolder(), 'store.db')}`
    const { gateway, client } = await signedIn({ store, telemetry: { metrics: true } })
    const token = /#setup=([\w-]+)$/.exec(gateway.runtime.console?.url ?? '')?.[1] ?? 'no token'
    await client.request('GET', LIST)
    await client.request('POST', '/console/api/v1/chat/completions', {
      body: { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] },
      headers: { 'x-gateway-config': 'chat' },
    })
    await createConsoleClient(gateway.port).request('POST', '/console/setup', {
      body: { token: `${token}x` },
    })
    const setup = await createConsoleClient(gateway.port).request('POST', '/console/setup', {
      body: { token },
    })
    expect(setup.status).toBe(200)
    const written = JSON.stringify(await gateway.log())
    const metrics = (await client.request('GET', '/metrics')).text
    expect(written).toContain('/v1/chat/completions')
    for (const secret of [
      ...['key-of-reader', token, setup.body.key, client.csrf ?? ''],
      ...client.cookies.values(),
    ]) {
      expect(secret.length).toBeGreaterThan(8)
      for (const text of [written, metrics]) expect(text).not.toContain(secret)
    }
  })
})
