// More calls than connections to a provider: those that wait are seen, and what ends them is the limit of the gateway, not the provider.
import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listening } from '../support/local-servers.ts'
import { until } from '../support/until.ts'
import { gatewayTo, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

watch()

const BODY = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
const REPLY =
  '{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}'

async function scene(config: object, connections = 1) {
  const held: ServerResponse[] = []
  const port = await listening(createServer((_request, response) => void held.push(response)))
  const gateway = await gatewayTo(port, {
    limits: { connections },
    telemetry: { metrics: true },
    providers: {
      main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
      mock: { provider: 'mock' },
    },
    configs: { first: { provider: '@main' }, c: config },
  })
  const chat = (config = 'c') =>
    exchangeRaw(
      gateway.port,
      rawRequest(
        'POST',
        '/v1/chat/completions',
        ['content-type: application/json', 'connection: close', `x-gateway-config: ${config}`],
        BODY,
      ),
    )
  const metrics = () => exchangeRaw(gateway.port, rawRequest('GET', '/metrics', ['connection: close']))
  return { held, gateway, chat, metrics }
}

const BREAKER = { failure_threshold: 1, cooldown_interval: 30_000 }

describe('Where all connections to a provider are busy', () => {
  it.each([1, 2])(
    'a call waits, in a metric; at its timeout it is 503 overloaded, without retries and outside of the circuit breaker (%i)',
    async connections => {
      const { held, gateway, chat, metrics } = await scene(
        { provider: '@main', retry: { attempts: 2 }, cb_config: BREAKER, request_timeout: 300 },
        connections,
      )
      const replyToAll = (): void => {
        for (const response of held.splice(0))
          response.writeHead(200, { 'content-type': 'application/json' }).end(REPLY)
      }
      const first = Array.from({ length: connections }, () => chat('first'))
      await until(() => held.length === connections)
      const late = chat()
      await until(async () => /^portolan_connections_waiting 1\r?$/m.test(await metrics()))
      expect(await late).toMatch(
        /^HTTP\/1\.1 503 [\s\S]*retry-after: [\s\S]*OpenAI: All connections to it were busy until the time limit \(limits\.connections\)\./i,
      )
      replyToAll()
      for (const reply of await Promise.all(first)) expect(reply).toMatch(/^HTTP\/1\.1 200 /)
      expect(await metrics()).toMatch(/^portolan_connections_waiting 0$/m)
      const third = chat()
      await until(() => held.length === 1)
      replyToAll()
      expect(await third).toMatch(/^HTTP\/1\.1 200 /)
      const line = (await gateway.log()).find(({ status }) => status === 503)
      expect(line).toMatchObject({ error: 'overloaded', attempts: [{ status: 503, cause: 'busy' }] })
      const [attempt] = (line?.['attempts'] ?? []) as readonly { readonly queued: number }[]
      expect(attempt?.queued).toBeGreaterThanOrEqual(290)
    },
  )

  it('another provider is called, which has connections of its own', async () => {
    const { held, chat, gateway } = await scene({
      strategy: { mode: 'fallback' },
      targets: [
        { provider: '@main', request_timeout: 100 },
        { provider: '@mock', override_params: { model: 'echo' } },
      ],
    })
    void chat('first')
    await until(() => held.length === 1)
    expect(await chat()).toMatch(/^HTTP\/1\.1 200 [\s\S]*config\.targets\[1\]/)
    expect((await gateway.log()).at(-1)).toMatchObject({ attempts: [{ cause: 'busy' }, { status: 200 }] })
  })

  it('a client that leaves is no failure of the provider: its attempt is 499', async () => {
    const { held, gateway, chat } = await scene({ provider: '@main', cb_config: BREAKER })
    const first = chat('first')
    await until(() => held.length === 1)
    const leaving = await openRaw(gateway.port)
    leaving.socket.write(
      rawRequest(
        'POST',
        '/v1/chat/completions',
        ['content-type: application/json', 'x-gateway-config: c'],
        BODY,
      ),
    )
    await exchangeRaw(gateway.port, rawRequest('GET', '/healthz', ['connection: close']))
    leaving.socket.destroy()
    held[0]?.writeHead(200, { 'content-type': 'application/json' }).end(REPLY)
    expect(await first).toMatch(/^HTTP\/1\.1 200 /)
    await until(async () => (await gateway.log()).length === 2)
    const line = (await gateway.log()).find(({ left }) => left === true)
    expect(line).toMatchObject({ status: 499, error: 'cancelled', attempts: [{ status: 499 }] })
  })
})
