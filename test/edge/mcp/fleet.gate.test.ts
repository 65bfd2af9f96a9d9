// Two gateways behind one balancer, which share a Redis: a session moves between them with every request.
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { freePort, hasRedisServer, type RedisProcess, startRedis } from '../../support/test-redis.ts'
import { until } from '../../support/until.ts'

/** Sends each request to the next gateway. */
async function balance(ports: readonly number[]): Promise<{ readonly url: string; readonly server: Server }> {
  let next = 0
  const server = createServer((incoming, outgoing) => {
    next += 1
    const port = ports[next % ports.length] ?? 0
    const upstream = send(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers },
      reply => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    outgoing.on('close', () => upstream.destroy())
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server }
}
const runsRedis = hasRedisServer()

describe.skipIf(!runsRedis).each([
  ['legacy', 'legacy'],
  ['legacy', 'modern'],
  ['modern', 'legacy'],
] as const)('a %s client and a %s server, with two gateways that share a Redis', (clientEra, serverEra) => {
  let redis: RedisProcess
  let upstream: TestUpstream
  let gateways: readonly RunningGateway[]
  let balancer: Awaited<ReturnType<typeof balance>>
  let client: TestClient
  beforeAll(async () => {
    const port = await freePort()
    redis = await startRedis(port)
    upstream = await (serverEra === 'legacy' ? runLegacyUpstream : runModernUpstream)()
    const manifest = {
      state: `redis://127.0.0.1:${port}/0`,
      trusted_hosts: ['127.0.0.1'],
      mcp: { servers: { tools: { url: upstream.url } } },
    }
    gateways = await Promise.all([runGateway(manifest), runGateway(manifest)])
    balancer = await balance(gateways.map(each => each.port))
    client = await (clientEra === 'legacy' ? connectLegacy : connectModern)(`${balancer.url}/tools`)
  })
  afterAll(async () => {
    await client?.close()
    balancer?.server.closeAllConnections()
    await new Promise(resolve => balancer?.server.close(resolve))
    await Promise.all(gateways?.map(each => each.stop()) ?? [])
    await upstream?.stop()
    await redis?.kill()
  })

  it('serves a session in turns', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect(await client.tools()).toContain('echo')
      expect(await client.call('echo', { round })).toContain(`{"round":${round}}`)
    }
    // One session of the server, whichever gateway calls it; each gateway has its own for clients without sessions.
    if (serverEra === 'legacy' && clientEra === 'legacy') expect(upstream.seen.sessions.size).toBe(1)
  })
  it('brings an answer of the client to the gateway that waits for it', async () => {
    expect(await client.call('ask')).toBe('accept Ada')
    expect(await client.call('ask')).toBe('accept Ada')
  })
  it('cancels what the other gateway runs', async () => {
    const abort = new AbortController()
    const calls = upstream.seen.meta.length
    const waiting = client.call('wait', {}, { signal: abort.signal })
    await until(() => upstream.seen.meta.length > calls)
    abort.abort()
    await expect(waiting).rejects.toThrow()
    await until(() => upstream.seen.cancelled > 0)
    expect(upstream.seen.cancelled).toBe(1)
  })
})

describe.skipIf(!runsRedis)('a session whose Redis does not answer', () => {
  it('is served by the gateway that opened it, before or meanwhile, and is unavailable at the other, not gone', async () => {
    const port = await freePort()
    const redis = await startRedis(port)
    const upstream = await runLegacyUpstream()
    const manifest = {
      state: `redis://127.0.0.1:${port}/0`,
      trusted_hosts: ['127.0.0.1'],
      mcp: { servers: { tools: { url: upstream.url } } },
    }
    const [first, second] = await Promise.all([runGateway(manifest), runGateway(manifest)])
    try {
      const open = async (): Promise<string> => {
        const opened = await postMessage(first, undefined, {
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          },
        })
        await opened.text()
        return opened.headers.get('mcp-session-id') ?? 'none'
      }
      const session = await open()
      const ping = { method: 'ping' }
      expect((await postMessage(second, '0'.repeat(32), ping)).status).toBe(404)
      await redis.kill()
      const [here, there] = [
        await postMessage(first, session, ping),
        await postMessage(second, session, ping),
      ]
      expect(here.status).toBe(200)
      expect(there.status).toBe(503)
      expect(there.headers.get('retry-after')).toBe('1')
      expect(await there.json()).toMatchObject({ error: { data: { code: 'store_unavailable' } } })
      const list = await postMessage(first, await open(), { method: 'tools/list' })
      expect(JSON.stringify(await list.json())).toContain('"echo"')
    } finally {
      await Promise.all([first.stop(), second.stop(), upstream.stop()])
      await redis.kill()
    }
  })
})

const postMessage = async (
  { port }: RunningGateway,
  session: string | undefined,
  message: object,
): Promise<Response> =>
  await fetch(`http://127.0.0.1:${port}/mcp/tools`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
