// Limits on real sockets: refusals as a client sees them, policies written by API on two runtimes of one store, one Redis for a
// fleet and what happens without it, alerts, and a client that leaves in the middle of a stream.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, hasRedisServer, startRedis } from '../support/test-redis.ts'
import { until } from '../support/until.ts'
import { rawRequest } from './raw-client.ts'

const opened: { stop: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.stop()
})

const PROJECT = { providers: { mock: { provider: 'mock' } }, defaults: { provider: '@mock' } }

async function gatewayWith(manifest: object): Promise<RunningGateway> {
  const gateway = await runGateway({ ...PROJECT, ...manifest }, {}, { KEY: 'provider-key' })
  opened.push(gateway)
  return gateway
}

const chat = (more: object = {}): string =>
  JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Hello' }], ...more })

const call = ({ url }: RunningGateway, more: object = {}): Promise<Response> =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: chat(more),
  })

async function statuses(gateway: RunningGateway, count: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const reply = await call(gateway)
    await reply.arrayBuffer()
    found.push(reply.status)
  }
  return found
}

const rate = (value: number) => ({
  policies: { rate_limits: [{ name: 'few', type: 'requests', unit: 'rph', value }] },
})

describe('A limit profile of the store', () => {
  it('is enforced unless the manifest that is loaded has one of its name', async () => {
    const store = `sqlite:${join(temporaryFolder(), 'store.db')}`
    const adminKey = `ptl_${'a'.repeat(43)}`
    const plain = await runGateway({ ...PROJECT, store }, {}, { GATEWAY_ADMIN_KEY: adminKey })
    opened.push(plain)
    const withProfile = await gatewayWith({
      limit_profiles: { few: { rate_limits: [{ type: 'requests', unit: 'rph', value: 3 }] } },
    })
    const { limitProfiles, policies } = withProfile.bundle.gateway
    const ask = (path: string, body: object, key: string) =>
      fetch(`${plain.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-api-key': key },
        body: JSON.stringify(body),
      })
    const limits = { rate_limits: [{ type: 'requests', unit: 'rph', value: 1 }] }
    await ask('/limit-profiles', { name: 'few', workspace_id: null, ...limits }, adminKey)
    const admitted = async (): Promise<number> => {
      const given = { name: 'app', scopes: ['inference'], workspace_id: 'default', limit_profile: 'few' }
      const { key } = (await (await ask('/api-keys/workspace/service', given, adminKey)).json()) as {
        key: string
      }
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => ask('/chat/completions', JSON.parse(chat()), key)),
      )
      return replies.filter(({ status }) => status === 200).length
    }
    const reload = (more: object) =>
      plain.runtime.reload({ ...plain.bundle, gateway: { ...plain.bundle.gateway, ...more } })
    expect(await admitted()).toBe(1)
    await reload({ limitProfiles, policies })
    expect(await admitted()).toBe(3)
    await reload({})
    expect(await admitted()).toBe(1)
  })
})

describe('A limit of the manifest', () => {
  it('is enforced without any store, in the log and in the metrics, and survives a reload', async () => {
    const gateway = await gatewayWith({ ...rate(2), telemetry: { metrics: true } })
    expect(await statuses(gateway, 2)).toEqual([200, 200])
    const refused = await call(gateway)
    expect([refused.status, refused.headers.get('x-ratelimit-limit-requests')]).toEqual([429, '2'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(await gateway.runtime.reload(gateway.bundle)).toEqual([])
    expect(await statuses(gateway, 1)).toEqual([429])
    expect((await gateway.log()).filter(line => line['limit'] === 'few')).toHaveLength(2)
    const metrics = await (await fetch(gateway.url.replace('/v1', '/metrics'))).text()
    expect(metrics).toContain('portolan_limit_refusals_total{limit="few"} 2')
  })

  it('admits as many of a thousand concurrent calls as fit', async () => {
    const gateway = await gatewayWith(rate(100))
    const replies = await Promise.all(Array.from({ length: 1000 }, () => call(gateway)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
  })

  it('alerts a webhook once', async () => {
    const received: unknown[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', piece => {
        text += String(piece)
      })
      request.on('end', () => {
        received.push([request.url, JSON.parse(text)])
        response.end('ok')
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    opened.push({ stop: async () => void server.close() })
    const gateway = await gatewayWith({
      policies: {
        usage_limits: [{ name: 'calls', type: 'requests', credit_limit: 10, alert_threshold: 2 }],
      },
      alerts: { webhook: `http://127.0.0.1:${port}/hook?x=1` },
      trusted_hosts: ['127.0.0.1'],
    })
    await statuses(gateway, 4)
    await until(() => received.length > 0)
    expect(received).toEqual([
      [
        '/hook?x=1',
        {
          object: 'usage_limit_alert',
          policy: { id: expect.any(String), name: 'calls', type: 'requests' },
          entity: null,
          current_usage: 2,
          alert_threshold: 2,
          credit_limit: 10,
          next_usage_reset_at: null,
        },
      ],
    ])
  })
})

const isAbout = (expected: number) => (value: number) => Math.abs(value - expected) < 15

describe('A client that leaves in the middle of a stream', () => {
  it('is counted by what was produced, in the log record of the request', async () => {
    const words = 'word '.repeat(400)
    const upstream = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const event = {
        id: '1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: { content: words }, finish_reason: null }],
      }
      response.write(`data: ${JSON.stringify(event)}\n\n`)
    })
    await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
    opened.push({
      stop: async () => {
        upstream.closeAllConnections()
        upstream.close()
      },
    })
    const { port } = upstream.address() as { port: number }
    const gateway = await gatewayWith({
      providers: {
        own: {
          provider: 'openai',
          custom_host: `http://127.0.0.1:${port}/v1`,
          api_key: '${env:KEY}',
          allowed_hosts: [`http://127.0.0.1:${port}`],
        },
      },
      defaults: { provider: '@own' },
      trusted_hosts: ['127.0.0.1'],
      policies: { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rph', value: 1_000_000 }] },
    })
    const socket = connect(gateway.port, '127.0.0.1')
    const seen: Buffer[] = []
    socket.on('data', (piece: Buffer) => void seen.push(piece))
    socket.write(
      rawRequest('POST', '/v1/chat/completions', ['content-type: application/json'], chat({ stream: true })),
    )
    await until(() => Buffer.concat(seen).includes('word'))
    socket.destroy()
    let line: Readonly<Record<string, unknown>> | undefined
    for (let attempt = 0; line === undefined && attempt < 50; attempt += 1)
      line = (await gateway.log()).find(each => each['left'] === true)
    // 2,000 bytes of text, and a short question.
    expect(line?.['counted']).toMatchObject({ source: 'counted', tokens: expect.toSatisfy(isAbout(515)) })
  })
})

describe('A policy written by API', () => {
  it('is enforced on every runtime of the store within two seconds, and gone as fast', async () => {
    const folder = temporaryFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const first = await gatewayWith({ store })
    const second = await gatewayWith({ store })
    const send = async (method: string, path: string, body?: object) => {
      const reply = await fetch(first.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await reply.json()) as { id: string }
    }
    const { id } = await send('POST', '/policies/rate-limits', {
      workspace_id: 'default',
      type: 'requests',
      unit: 'rph',
      value: 1,
      name: 'by API',
    })
    expect(await statuses(first, 2)).toEqual([200, 429])
    await until(async () => (await statuses(second, 1))[0] === 429, 2_000)
    await send('DELETE', `/policies/rate-limits/${id}`)
    expect(await statuses(first, 1)).toEqual([200])
    await until(async () => (await statuses(second, 1))[0] === 200, 2_000)
  })

  it('and the usage of its budget survive a restart', async () => {
    const folder = temporaryFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const manifest = {
      store,
      policies: { usage_limits: [{ name: 'three', type: 'requests', credit_limit: 3 }] },
    }
    const first = await runGateway({ ...PROJECT, ...manifest })
    expect(await statuses(first, 2)).toEqual([200, 200])
    await first.stop()
    const second = await gatewayWith(manifest)
    expect(await statuses(second, 2)).toEqual([200, 412])
  })
})

describe.skipIf(!hasRedisServer())('service: Redis of a fleet', () => {
  it('counts for all processes, and each admits its part of what was left when it dies', async () => {
    const port = await freePort()
    const redis = await startRedis(port)
    opened.push({ stop: redis.kill })
    const fleet = [
      await gatewayWith({ ...rate(40), state: `redis://127.0.0.1:${port}` }),
      await gatewayWith({ ...rate(40), state: `redis://127.0.0.1:${port}` }),
    ]
    const [first, second] = fleet as [RunningGateway, RunningGateway]
    const all = [await call(second), await call(first)]
    all.push(
      ...(await Promise.all(Array.from({ length: 118 }, (_each, index) => call(index % 2 ? second : first)))),
    )
    const admitted = all.filter(({ status }) => status === 200).length
    const isLate = (await Promise.all(fleet.map(each => each.log())))
      .flat()
      .some(line => line['service'] === 'limits')
    // A busy machine may not hear of Redis in time: then the part of the process counts.
    expect(admitted).toBeLessThanOrEqual(isLate ? 60 : 40)
    expect(admitted).toBeGreaterThanOrEqual(isLate ? 1 : 40)
    await redis.kill()
    const later = await statuses(first, 45)
    expect(later.filter(status => status === 200).length).toBeLessThanOrEqual(isLate ? 40 : 0)
    expect((await first.log()).filter(line => line['service'] === 'limits')[0]).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^Limits cannot be counted by Redis at .*Each process admits its part of what was left\.$/,
      ),
    })
  })
})
