// The console as browsers reach it: the page, sessions, and the way of the page to the gateway.
import { createHash } from 'node:crypto'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRuntime } from '../../../runtime/process/start-runtime.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { type ConsoleClient, createConsoleClient } from './console-client.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const PROVIDERS = { providers: { mock: { provider: 'mock' } } }
const CONFIGS = { chat: { provider: '@mock', override_params: { model: 'echo' } } }
const KEYED = {
  ...PROVIDERS,
  console: true,
  api_keys: [
    {
      id: 'all',
      hash: hashOf('key-of-all'),
      scopes: ['inference', 'models', 'workspaces.list', 'configs.list'],
    },
    { id: 'reader', hash: hashOf('key-of-reader'), scopes: ['workspaces.list'] },
  ],
}
const STORED = () => ({ store: `sqlite:${join(temporaryFolder(), 'store.db')}` })

async function run(
  manifest: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const gateway = await runGateway(manifest, CONFIGS, environment)
  onTestFinished(gateway.stop)
  return gateway
}

const setupTokenOf = ({ runtime }: RunningGateway): string =>
  /#setup=([\w-]+)$/.exec(runtime.console?.url ?? '')?.[1] ?? ''

describe('the page', () => {
  it('is served for every address below /console/, confined, and cached by its digest', async () => {
    const gateway = await run(KEYED)
    const { request } = createConsoleClient(gateway.port)
    const page = await request('GET', '/console/requests/abc?status_code=500')
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<!doctype html>') })
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'.*require-trusted-types-for 'script'$/,
      ),
    })
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    const tag = String(page.headers['etag'])
    expect(await request('GET', '/console/', { headers: { 'if-none-match': tag } })).toMatchObject({
      status: 304,
      text: '',
    })
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? ''
    const asset = await request('GET', script)
    expect(asset).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    const head = await request('HEAD', script)
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      asset.headers['content-length'],
    ])
    expect((await request('GET', '/console/assets/main-00000000.js')).status).toBe(404)
    expect((await request('POST', '/console/requests', { body: {} })).status).toBe(405)
    for (const name of ['constructor', '__proto__', 'toString', 'session/', 'SESSION', '%00'])
      expect([name, (await request('GET', `/console/${name}`)).status]).toEqual([name, 200])
  })

  it('is reached from /console, and is nowhere without the setting', async () => {
    const { port } = await run(KEYED)
    expect(await createConsoleClient(port).request('GET', '/console')).toMatchObject({
      status: 308,
      headers: { location: '/console/' },
    })
    const without = await run({ ...KEYED, console: false })
    for (const path of ['/console', '/console/', '/console/session'])
      expect((await createConsoleClient(without.port).request('GET', path)).status).toBe(404)
    expect(without.runtime.console).toBeUndefined()
  })
})

describe('a session', () => {
  it('begins with a key, which is sealed in a cookie that is worth nothing without the token of the page', async () => {
    const gateway = await run(KEYED)
    const client = createConsoleClient(gateway.port)
    expect(await client.request('GET', '/console/session')).toMatchObject({
      status: 200,
      body: { caller: null, methods: ['key'], read_only: false },
    })
    expect((await client.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
    const signedIn = await client.signIn('key-of-reader')
    expect(signedIn).toMatchObject({
      status: 200,
      body: {
        csrf: expect.stringMatching(/^[\w-]{43}$/),
        caller: {
          type: 'key',
          id: 'reader',
          scopes: [],
          workspaces: [{ slug: 'default', scopes: ['workspaces.list'] }],
        },
        gateway: {
          plan: gateway.bundle.digest.slice(0, 12),
          origin: `http://localhost:${gateway.port}`,
          base_url: `http://localhost:${gateway.port}/v1`,
          has: { store: false, logs: false, calls: true },
        },
      },
    })
    const [cookie = ''] = [signedIn.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^portolan=[^;]+; Max-Age=28800; Path=\/console\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain('key-of-reader')
    expect(signedIn.text).not.toContain('key-of-reader')
    expect((await client.request('GET', '/console/session')).body).not.toHaveProperty('csrf')
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    const without = await client.request('GET', '/console/api/v1/workspaces', {
      headers: { 'x-portolan-csrf': '' },
    })
    expect([without.status, without.body.error.code]).toEqual([401, 'session_ended'])
    const wrong = { headers: { 'x-portolan-csrf': 'x'.repeat(43) } }
    expect((await client.request('GET', '/console/api/v1/workspaces', wrong)).status).toBe(401)
    expect((await client.request('GET', '/console/session', wrong)).body.caller).toBeNull()
  })

  it('grants what the key grants, and names the scope that it lacks', async () => {
    const gateway = await run(KEYED)
    const client = createConsoleClient(gateway.port)
    await client.signIn('key-of-reader')
    const denied = await client.request('GET', '/console/api/v1/configs')
    expect(denied).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('configs.list') } },
    })
    const chat = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] }
    expect((await client.request('POST', '/console/api/v1/chat/completions', { body: chat })).status).toBe(
      403,
    )
  })

  it('does not begin with a wrong key, in the same words for every one', async () => {
    const gateway = await run({ ...KEYED, ...STORED() })
    const replies = await Promise.all(
      ['key-of-nobody', `ptl_${'x'.repeat(43)}`, 'all', 'a.b.c'].map(key =>
        createConsoleClient(gateway.port).signIn(key),
      ),
    )
    for (const reply of replies) {
      expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_api_key'])
      expect(reply.body.error.message).toBe('The gateway does not accept this key.')
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  it('ends with sign-out, also for a copy of its cookie', async () => {
    const gateway = await run(KEYED)
    const client = createConsoleClient(gateway.port)
    await client.signIn('key-of-all')
    const copy = createConsoleClient(gateway.port)
    for (const [name, value] of client.cookies) copy.cookies.set(name, value)
    copy.csrf = client.csrf
    expect((await copy.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    expect((await client.request('DELETE', '/console/session')).status).toBe(204)
    expect(client.cookies.size).toBe(0)
    expect((await copy.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
  })

  it('ends at once with its key', async () => {
    const gateway = await run({ ...KEYED, ...STORED() })
    const owner = createConsoleClient(gateway.port)
    await owner.request('POST', '/console/setup', { body: { token: setupTokenOf(gateway) } })
    const made = await owner.request('POST', '/console/api/v1/api-keys/workspace/service', {
      body: { name: 'reader', scopes: ['workspaces.list'], workspace_id: 'default' },
    })
    expect(made.status).toBe(200)
    const reader = createConsoleClient(gateway.port)
    expect((await reader.signIn(made.body.key)).status).toBe(200)
    expect((await reader.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    expect((await owner.request('DELETE', `/console/api/v1/api-keys/${made.body.id}`)).status).toBeLessThan(
      300,
    )
    expect((await reader.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
    expect((await reader.request('GET', '/console/session')).body.caller).toBeNull()
  })

  it('outlives a restart with an encryption key, and with a SQLite store', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    for (const [manifest, environment] of [
      [KEYED, { PORTOLAN_ENCRYPTION_KEY: key }],
      [{ ...KEYED, ...STORED() }, {}],
    ] as const) {
      const first = await runGateway(manifest, CONFIGS, environment)
      const before = createConsoleClient(first.port)
      await before.signIn('key-of-all')
      await first.stop()
      const { port } = await run(manifest, environment)
      const after = createConsoleClient(port)
      for (const [name, value] of before.cookies) after.cookies.set(name, value)
      after.csrf = before.csrf
      expect((await after.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    }
    const [first, second] = [await run(KEYED), await run(KEYED)]
    const client = createConsoleClient(first.port)
    await client.signIn('key-of-all')
    const other = createConsoleClient(second.port)
    for (const [name, value] of client.cookies) other.cookies.set(name, value)
    other.csrf = client.csrf
    expect((await other.request('GET', '/console/api/v1/workspaces')).status).toBe(401)
  })
})

describe('a sign-out beside a SQLite store', () => {
  it('outlives a restart as sessions do, and holds for other processes of the store', async () => {
    const manifest = { ...KEYED, ...STORED() }
    const environment = { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
    const first = await runGateway(manifest, CONFIGS, environment)
    const before = createConsoleClient(first.port)
    await before.signIn('key-of-all')
    const [cookies, { csrf }] = [[...before.cookies], before]
    const statusAt = async (port: number): Promise<number> => {
      const client = createConsoleClient(port)
      for (const [name, value] of cookies) client.cookies.set(name, value)
      client.csrf = csrf
      return (await client.request('GET', '/console/api/v1/workspaces')).status
    }
    const beside = await run(manifest, environment)
    expect([await statusAt(first.port), await statusAt(beside.port)]).toEqual([200, 200])
    await before.request('DELETE', '/console/session')
    expect([await statusAt(first.port), await statusAt(beside.port)]).toEqual([401, 401])
    await first.stop()
    expect(await statusAt((await run(manifest, environment)).port)).toBe(401)
  })
})

describe('over HTTP/2', () => {
  it('has a secure cookie, and requests of the page as over HTTP/1', async () => {
    const { certificate, key } = selfSigned('localhost')
    const folder = temporaryFolder({ 'a.crt': certificate, 'a.key': key })
    const tls = { certificate: join(folder, 'a.crt'), key: join(folder, 'a.key') }
    const gateway = await run({ ...KEYED, listen: { port: 0, tls } })
    expect(gateway.runtime.console?.url).toBe(`https://127.0.0.1:${gateway.port}/console/`)
    const session = connect(`https://localhost:${gateway.port}`, { rejectUnauthorized: false })
    onTestFinished(() => session.destroy())
    const send = (headers: Readonly<Record<string, string>>, body?: object) =>
      new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
        const stream = session.request({ 'sec-fetch-site': 'same-origin', ...headers })
        let [text, status, cookie] = ['', 0, '']
        stream.on('response', head => {
          status = head[':status'] ?? 0
          cookie = head['set-cookie']?.[0] ?? ''
        })
        stream.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        stream.on('end', () => resolve({ status, cookie, text })).on('error', reject)
        stream.end(body && JSON.stringify(body))
      })
    const origin = `https://localhost:${gateway.port}`
    const signedIn = await send(
      { ':method': 'POST', ':path': '/console/session', 'content-type': 'application/json', origin },
      { key: 'key-of-reader' },
    )
    expect(signedIn).toMatchObject({
      status: 200,
      cookie: expect.stringMatching(/^__Host-portolan=.*; Secure/),
    })
    const [cookie = ''] = signedIn.cookie.split(';')
    const list = await send({
      ':path': '/console/api/v1/workspaces',
      cookie,
      'x-portolan-csrf': (JSON.parse(signedIn.text) as { csrf: string }).csrf,
      authorization: 'Bearer key-of-all',
    })
    expect([list.status, list.text]).toEqual([200, expect.stringContaining('"default"')])
    expect((await send({ ':path': '/console/api/v1/workspaces', cookie })).status).toBe(401)
  })
})

describe('a gateway without keys', () => {
  it('has a console for everyone on its machine, until it has an owner', async () => {
    const gateway = await run({ ...PROVIDERS, ...STORED(), console: true })
    const client = createConsoleClient(gateway.port)
    expect((await client.request('GET', '/console/session')).body).toMatchObject({
      caller: { type: 'open', scopes: 'all' },
      methods: ['open', 'setup', 'key'],
    })
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    const token = setupTokenOf(gateway)
    const made = await client.request('POST', '/console/setup', { body: { token } })
    expect(made.body.key).toMatch(/^ptl_/)
    const other = createConsoleClient(gateway.port)
    expect((await other.request('GET', '/console/session')).body).toMatchObject({
      caller: null,
      methods: ['key'],
    })
    expect((await other.request('GET', '/console/api/v1/workspaces')).body.error.code).toBe('session_ended')
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
  })
})

describe('the setup token', () => {
  it('makes one owner, once, and signs in with its key', async () => {
    const gateway = await run({ ...KEYED, ...STORED() })
    const token = setupTokenOf(gateway)
    expect(token).toMatch(/^[\w-]{32}$/)
    const client = createConsoleClient(gateway.port)
    expect((await client.request('GET', '/console/session')).body.methods).toEqual(['setup', 'key'])
    const wrong = await client.request('POST', '/console/setup', { body: { token: 'x'.repeat(32) } })
    expect([wrong.status, client.cookies.size]).toEqual([403, 0])
    const [one, other] = await Promise.all([
      client.request('POST', '/console/setup', { body: { token } }),
      createConsoleClient(gateway.port).request('POST', '/console/setup', { body: { token } }),
    ])
    expect([one.status, other.status].sort()).toEqual([200, 403])
    const made = one.status === 200 ? one : other
    const owner = createConsoleClient(gateway.port)
    expect((await owner.signIn(made.body.key)).body.caller).toMatchObject({ role: 'owner', scopes: 'all' })
    expect((await owner.request('POST', '/console/setup', { body: { token } })).status).toBe(403)
    const audit = await owner.request(
      'GET',
      `/console/api/v1/audit-logs?start_time=${new Date(Date.now() - 3_600_000).toISOString()}&end_time=${new Date(Date.now() + 3_600_000).toISOString()}`,
    )
    expect(audit.text).toContain('/console/setup')
    for (const text of [audit.text, JSON.stringify(gateway.bundle), JSON.stringify(await gateway.log())])
      expect(text).not.toContain(token)
  })

  it('is not shown where there is an owner, or no store', async () => {
    const manifest = { ...KEYED, ...STORED() }
    const first = await runGateway(manifest, CONFIGS)
    await createConsoleClient(first.port).request('POST', '/console/setup', {
      body: { token: setupTokenOf(first) },
    })
    await first.stop()
    const again = await run(manifest)
    expect(again.runtime.console?.url).toBe(`http://127.0.0.1:${again.port}/console/`)
    expect((await run(KEYED)).runtime.console?.url).not.toContain('#')
  })
})

describe('where the console is served', () => {
  it('is the admin listener, if saved resources have one, with the calls of the page too', async () => {
    const gateway = await run({ ...KEYED, listen: { port: 0, admin: { port: 0 } } })
    const admin = gateway.runtime.admin?.port ?? 0
    expect(gateway.runtime.console?.url).toBe(`http://127.0.0.1:${admin}/console/`)
    expect((await createConsoleClient(gateway.port).request('GET', '/console/')).status).toBe(404)
    const client = createConsoleClient(admin)
    const { body } = await client.signIn('key-of-all')
    expect(body.gateway).toMatchObject({
      origin: `http://localhost:${admin}`,
      base_url: `http://localhost:${gateway.port}/v1`,
      has: { calls: true },
    })
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    expect((await chat(client)).body.choices[0].message.content).toContain('Hello')
  })

  it('is a listener of its own, which serves nothing else', async () => {
    const gateway = await run({ ...KEYED, console: { listen: { port: 0 } } })
    const port = gateway.runtime.console?.port ?? 0
    expect(port).not.toBe(gateway.port)
    expect((await createConsoleClient(gateway.port).request('GET', '/console/')).status).toBe(404)
    const client = createConsoleClient(port)
    await client.signIn('key-of-all')
    expect((await chat(client)).status).toBe(200)
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    expect((await client.request('GET', '/')).headers['location']).toBe('/console/')
    expect((await client.request('GET', '/healthz')).status).toBe(200)
    for (const path of ['/v1/workspaces', '/v1/models', '/metrics', '/mcp/portolan', '/chat/completions'])
      expect([
        path,
        (await client.request('GET', path, { headers: { 'x-gateway-api-key': 'key-of-all' } })).status,
      ]).toEqual([path, 404])
  })

  it('is the control plane, without calls, where a fleet is divided, and not its other part', async () => {
    const { bundle } = await run({ ...KEYED, ...STORED() })
    const start = async (serves: 'control' | 'inference') => {
      const runtime = await startRuntime(bundle, { environment: {}, serves, logTo: 'none' })
      if (!('stop' in runtime)) throw new Error(runtime.join(' '))
      onTestFinished(runtime.stop)
      return runtime
    }
    const [control, inference] = [await start('control'), await start('inference')]
    expect(inference.console).toBeUndefined()
    expect((await createConsoleClient(inference.port).request('GET', '/console/')).status).toBe(404)
    const client = createConsoleClient(control.port)
    expect((await client.signIn('key-of-all')).body.gateway.has.calls).toBe(false)
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(200)
    expect((await chat(client)).status).toBe(404)
  })

  it('lets in only callers of the workspaces that a deployment serves', async () => {
    const { bundle } = await run({
      ...KEYED,
      api_keys: [...KEYED.api_keys, { id: 'guest', hash: hashOf('key-of-guest'), workspace: 'research' }],
    })
    const runtime = await startRuntime(bundle, {
      environment: {},
      logTo: 'none',
      servesWorkspace: workspace => workspace === 'research',
    })
    if (!('stop' in runtime)) throw new Error(runtime.join(' '))
    onTestFinished(runtime.stop)
    expect((await createConsoleClient(runtime.port).signIn('key-of-all')).status).toBe(401)
    expect((await createConsoleClient(runtime.port).signIn('key-of-guest')).status).toBe(200)
  })

  it('is nowhere after a reload without it, and elsewhere only after a restart', async () => {
    const gateway = await run(KEYED)
    const client = createConsoleClient(gateway.port)
    await client.signIn('key-of-all')
    const { gateway: facts } = gateway.bundle
    const { console: _console, ...without } = facts
    const next = { ...gateway.bundle, gateway: without }
    expect(gateway.runtime.restartNeeded(next)).toEqual([
      'The new value of console takes effect after a restart.',
    ])
    expect(await gateway.runtime.reload(next)).toEqual([])
    expect((await client.request('GET', '/console/')).status).toBe(404)
    expect((await client.request('GET', '/console/api/v1/workspaces')).status).toBe(404)
    const elsewhere = { ...facts, console: { sessionTtl: 60, listen: { host: '127.0.0.1', port: 9 } } }
    expect(gateway.runtime.restartNeeded({ ...gateway.bundle, gateway: elsewhere })).toHaveLength(1)
    const shows = { ...gateway.bundle, gateway: { ...facts, console: { sessionTtl: 60, readOnly: true } } }
    expect(gateway.runtime.restartNeeded(shows)).toEqual([])
    expect(await gateway.runtime.reload(shows)).toEqual([])
    expect((await client.request('GET', '/console/session')).body.read_only).toBe(true)
  })
})

describe('a console that only shows', () => {
  it('refuses what changes anything or calls a model, whatever the key may do', async () => {
    const gateway = await run({ ...PROVIDERS, ...STORED(), console: { read_only: true } })
    const client = createConsoleClient(gateway.port)
    for (const path of ['/v1/workspaces', '/v1/models', '/openapi.json'])
      expect([path, (await client.request('GET', `/console/api${path}`)).status]).toEqual([path, 200])
    const refused = await Promise.all([
      chat(client),
      client.request('POST', '/console/api/v1/workspaces', { body: { name: 'x' } }),
      client.request('POST', '/console/api/scim/v2/Users', { body: {} }),
      client.request('POST', '/console/api/mcp/portolan', { body: {} }),
      client.request('GET', '/console/api/v1/proxy/files'),
    ])
    for (const reply of refused)
      expect([reply.status, reply.body.error.message]).toEqual([403, expect.stringContaining('only shows')])
    const direct = await client.request('POST', '/v1/workspaces', {
      body: { name: 'x' },
      headers: { origin: '' },
    })
    expect(direct.status).toBe(200)
  })
})

const chat = (client: ConsoleClient) =>
  client.request('POST', '/console/api/v1/chat/completions', {
    body: { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] },
    headers: { 'x-gateway-config': 'chat' },
  })
