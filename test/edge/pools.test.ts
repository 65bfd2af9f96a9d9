// A pool on real sockets: a runtime loads what pools need, goes on past members that fail, and follows streams to their ends.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { closeAll, listening } from '../support/local-servers.ts'
import { runGateway } from '../support/running-gateway.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'
import { until } from '../support/until.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map(stop => stop()))
  await closeAll()
})

type Answer = (response: ServerResponse, request: IncomingMessage) => void

interface PoolMemberServer {
  readonly address: string
  readonly count: () => number
  /** Requests whose connections closed before their replies had ended. */
  readonly left: () => number
}

async function member(answer: Answer): Promise<PoolMemberServer> {
  let [count, left] = [0, 0]
  const server = createServer((request, response) => {
    count += 1
    response.on('close', () => {
      if (!response.writableEnded) left += 1
    })
    request.resume()
    request.on('end', () => answer(response, request))
  })
  return { address: `http://127.0.0.1:${await listening(server)}/v1`, count: () => count, left: () => left }
}

const json =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer =>
  response =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

async function gatewayOf(
  members: Readonly<Record<string, PoolMemberServer>>,
  pool: object = {},
  config: object = {},
  { providers = {}, ...more }: { readonly providers?: object; readonly policies?: object } = {},
) {
  const gateway = await runGateway(
    {
      ...more,
      trusted_hosts: ['127.0.0.1'],
      providers: {
        ...providers,
        main: {
          pool: {
            ...pool,
            members: Object.fromEntries(
              Object.entries(members).map(([name, { address }], index) => [
                name,
                { provider: 'openai', api_key: '${env:KEY}', custom_host: address, tier: index + 1 },
              ]),
            ),
          },
        },
      },
      telemetry: { log: 'stdout' },
    },
    { main: { provider: '@main', ...config } },
    { KEY: 'key-of-the-members' },
  )
  stops.push(gateway.stop)
  const chat = (body: object = {}, signal?: AbortSignal): Promise<Response> =>
    fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': 'main' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], ...body }),
      ...(signal && { signal }),
    })
  return { ...gateway, chat }
}

it('a member that says it is spent gets no call until it is not', async () => {
  const spent = await member(json(429, { error: { message: 'later' } }, { 'retry-after': '60' }))
  const other = await member(json(200, completion('Hi')))
  const { chat, log } = await gatewayOf({ spent, other })
  for (let count = 0; count < 3; count += 1) expect((await chat()).status).toBe(200)
  expect([spent.count(), other.count()]).toEqual([1, 3])
  const [first] = (await log()).filter(({ event }) => event === undefined || event === 'request')
  expect(JSON.stringify(first)).toContain('failover after 429')
})

it('a member that does not begin in time is left, and the next one streams', async () => {
  const silent = await member(() => {})
  const other = await member(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(chunk({ content: 'Hello' }) + chunk({}, 'stop') + DONE)
  })
  const { chat } = await gatewayOf({ silent, other }, { deadlines: { headers: { base: '80ms' } } })
  const reply = await chat({ stream: true })
  expect(await reply.text()).toContain('Hello')
  expect([silent.count(), other.count()]).toEqual([1, 1])
  await until(async () => silent.left() === 1, 2_000)
})

it('a member that stalls after its first content ends the stream with an error', async () => {
  const stalling = await member(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: 'Hello' }))
  })
  const other = await member(json(200, completion('Hi')))
  const { chat } = await gatewayOf({ stalling, other }, { deadlines: { gap: '80ms' } })
  const reader = (await chat({ stream: true })).body?.getReader()
  let text = ''
  // After the error event the connection breaks off.
  for (let part = await reader?.read(); part?.value !== undefined; ) {
    text += new TextDecoder().decode(part.value)
    part = await reader?.read().catch(() => undefined)
  }
  expect(text).toContain('Hello')
  expect(text).toContain('deadlines.gap')
  expect(other.count()).toBe(0)
  await until(async () => stalling.left() === 1, 2_000)
})

it('a client that leaves its stream frees the connection of its member', async () => {
  const open = await member(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: 'Hello' }))
  })
  const { chat } = await gatewayOf({ open })
  const leaving = new AbortController()
  const reply = await chat({ stream: true }, leaving.signal)
  await reply.body?.getReader().read()
  leaving.abort()
  await until(async () => open.left() === 1, 2_000)
})

it('a cached reply names the provider that its members have, and no member', async () => {
  const only = await member(json(200, completion('Hi')))
  const { chat } = await gatewayOf({ only }, {}, { cache: { mode: 'simple' } })
  const replies = [await chat(), await chat()]
  const named = replies.map(({ headers }) =>
    ['cache-status', 'provider', 'member'].map(name => headers.get(`x-gateway-${name}`)),
  )
  expect(named).toEqual([
    ['MISS', 'openai', 'only'],
    ['HIT', 'openai', null],
  ])
})

it('a retry that finds no member left names none', async () => {
  const spent = await member(json(429, { error: { message: 'later' } }, { 'retry-after': '60' }))
  const { chat } = await gatewayOf({ spent }, {}, { retry: { attempts: 1, on_status_codes: [429] } })
  const reply = await chat()
  const { error } = (await reply.json()) as { readonly error: { readonly code: string } }
  expect([reply.status, error.code, spent.count()]).toEqual([429, 'pool_exhausted', 1])
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(reply.headers.get('x-gateway-member')).toBe(null)
})

it('a name that resembles that of a pool is answered with the name of the pool', async () => {
  const { url } = await gatewayOf({ only: await member(json(200, completion('Hi'))) })
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: '@mian/m', messages: [] }),
  })
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('\\"@main\\"?')])
})

it('a pool that was removed has no status, and the same as before when it returns', async () => {
  const spent = await member(json(429, { error: { message: 'later' } }, { 'retry-after': '60' }))
  const { runtime, bundle, url, chat } = await gatewayOf({ spent })
  expect((await chat()).status).toBe(429)
  const states = (): readonly unknown[] =>
    (runtime.poolStatus?.() ?? []).flatMap(({ members }) => members.map(({ state }) => state))
  expect(states()).toEqual(['resting'])
  const { pools: _, ...gateway } = bundle.gateway
  expect(await runtime.reload({ ...bundle, gateway })).toEqual([])
  expect(states()).toEqual([])
  expect(await runtime.reload(bundle)).toEqual([])
  // A config of the request waits for all that is loaded after a reload.
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': '{"provider":"@main"}' },
    body: JSON.stringify({ model: 'm', messages: [] }),
  })
  expect([states(), reply.status, spent.count()]).toEqual([['resting'], 429, 1])
})

it('a reply that a limit of the next target refuses names no member', async () => {
  const failing = await member(json(500, { error: { message: 'broken' } }))
  const other = await member(json(200, completion('Hi')))
  const limit = { name: 'one', type: 'requests', unit: 'rph', value: 1 }
  const { chat } = await gatewayOf(
    { failing },
    {},
    {
      provider: undefined,
      strategy: { mode: 'fallback', on_status_codes: [500] },
      targets: [{ provider: '@main' }, { provider: '@spare' }],
    },
    {
      providers: { spare: { provider: 'openai', api_key: '${env:KEY}', custom_host: other.address } },
      policies: { rate_limits: [{ ...limit, conditions: [{ key: 'provider', value: '@spare' }] }] },
    },
  )
  const replies = [await chat(), await chat()]
  expect(replies.map(({ status, headers }) => [status, headers.get('x-gateway-member')])).toEqual([
    [200, null],
    [429, null],
  ])
})
