// Circuits and metrics over real sockets: a failing target is skipped, the log reports it, and metrics are served
// only where the manifest enables them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { completion } from '../support/sample-bodies.ts'
import { until } from '../support/until.ts'

let provider: Provider
let counting: RunningGateway
let silent: RunningGateway

const project = (metrics: boolean, port: number): readonly [object, Readonly<Record<string, object>>] => [
  {
    telemetry: { metrics },
    trusted_hosts: ['127.0.0.1'],
    providers: {
      main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}` },
      mock: { provider: 'mock' },
    },
  },
  {
    chat: {
      strategy: { mode: 'fallback' },
      targets: [
        { provider: '@main', cb_config: { failure_threshold: 2, cooldown_interval: 60_000 } },
        { provider: '@mock', override_params: { model: 'echo' } },
      ],
    },
  },
]

beforeAll(async () => {
  provider = await runProvider((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"busy"}}')
  })
  counting = await runGateway(...project(true, provider.port), { KEY: 'sk-secret-1234' })
  silent = await runGateway(...project(false, provider.port), { KEY: 'sk-secret-1234' })
})

afterAll(async () => {
  await Promise.all([counting.stop(), silent.stop()])
  await provider.stop()
})

const send = async (gateway: RunningGateway): Promise<Response> =>
  await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
  })

const countsOf = async (gateway: RunningGateway): Promise<Response> =>
  await fetch(new URL('/metrics', gateway.url))

describe('An open circuit', () => {
  it('is in the log and in the metrics, and its target is not called', async () => {
    const skipped: (string | null)[] = []
    for (let done = 0; done < 3; done += 1) {
      const reply = await send(counting)
      expect(reply.status).toBe(200)
      skipped.push(reply.headers.get('x-gateway-skipped-targets'))
    }
    expect(skipped).toEqual([null, null, 'config.targets[0]'])
    const lines = await counting.log()
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warning', circuit: 'chat config.targets[0]' }),
    )
    const last = lines.findLast(line => line['method'] === 'POST')
    expect(last).toMatchObject({ skipped: ['config.targets[0]'], attempts: [{ provider: 'mock' }] })
    const counts = await countsOf(counting)
    expect(counts.headers.get('content-type')).toContain('text/plain')
    const text = await counts.text()
    expect(text).toContain('portolan_circuit_open{circuit="chat config.targets[0]"} 1')
    expect(text).toContain('portolan_attempts_total{provider="openai",status="503"} 2')
    expect(text).toContain('portolan_requests_total{config="chat",status="200"} 3')
    expect(text).not.toContain('sk-secret')
  })

  it('is counted only where the manifest enables metrics', async () => {
    expect((await countsOf(silent)).status).toBe(404)
  })
})

describe('Requests in flight', () => {
  it('are measured while they are answered, and no longer', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const slow = await runProvider((_request, response) =>
      arrive(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(completion('Hi')))
      }),
    )
    const gateway = await runGateway(...project(true, slow.port), { KEY: 'k' })
    const inFlight = async (): Promise<string | undefined> =>
      /^portolan_requests_in_flight (\d+)$/m.exec(await (await countsOf(gateway)).text())?.[1]
    try {
      expect(await inFlight()).toBe('0')
      const reply = send(gateway)
      const answer = await arrived
      expect(await inFlight()).toBe('1')
      answer()
      expect((await reply).status).toBe(200)
      await until(async () => (await inFlight()) === '0')
    } finally {
      await gateway.stop()
      await slow.stop()
    }
  })
})

describe('Metrics on a port of their own', () => {
  it('are served there only, and nothing else is', async () => {
    const [manifest, configs] = project(true, provider.port)
    const gateway = await runGateway({ ...manifest, telemetry: { metrics: { port: 0 } } }, configs, {
      KEY: 'k',
    })
    try {
      await send(gateway)
      expect((await countsOf(gateway)).status).toBe(404)
      const origin = `http://127.0.0.1:${gateway.runtime.metricsPort}`
      const counts = await fetch(`${origin}/metrics?debug`)
      expect(counts.headers.get('content-type')).toContain('text/plain')
      expect(await counts.text()).toContain('portolan_requests_total{config="chat",status="200"} 1')
      for (const path of ['/', '/healthz', '/v1/models'])
        expect((await fetch(origin + path)).status).toBe(404)
      expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
    } finally {
      await gateway.stop()
    }
    await expect(fetch(`http://127.0.0.1:${gateway.runtime.metricsPort}/metrics`)).rejects.toThrow()
  })

  it('ask for their token, and tell scrapers in the format that they ask for', async () => {
    const [manifest, configs] = project(true, provider.port)
    const telemetry = { metrics: { port: 0, token: '${env:METRICS_TOKEN}', labels: ['model'] } }
    const gateway = await runGateway({ ...manifest, telemetry }, configs, {
      KEY: 'k',
      METRICS_TOKEN: 'let-me-in',
    })
    try {
      await send(gateway)
      const origin = `http://127.0.0.1:${gateway.runtime.metricsPort}`
      for (const authorization of ['', 'Bearer let-me', 'Bearer let-me-in2', 'let-me-in']) {
        const refused = await fetch(`${origin}/metrics`, { headers: { authorization } })
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        expect(await refused.text()).not.toContain('portolan_')
      }
      const counts = await fetch(`${origin}/metrics`, {
        headers: {
          authorization: 'Bearer let-me-in',
          accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5',
        },
      })
      expect(counts.headers.get('content-type')).toBe(
        'application/openmetrics-text; version=1.0.0; charset=utf-8',
      )
      const text = await counts.text()
      expect(text).toContain('portolan_requests_total{config="chat",status="200",model="m"} 1')
      expect(text.endsWith('# EOF\n')).toBe(true)
    } finally {
      await gateway.stop()
    }
  })

  it('are not served without the token that the manifest names', async () => {
    const telemetry = { metrics: { port: 0, token: '${env:METRICS_TOKEN}' } }
    await expect(runGateway({ telemetry }, {})).rejects.toThrow('METRICS_TOKEN')
    await expect(runGateway({ telemetry: { metrics: { port: 0, token: 'let-me-in' } } }, {})).rejects.toThrow(
      '"token" contains a plain-text secret',
    )
  })

  it('need a restart to move', async () => {
    const moved = await runGateway({ telemetry: { metrics: { port: 0 } } })
    try {
      const { bundle, runtime } = moved
      const { metricsListen: _listen, ...gateway } = bundle.gateway
      expect(runtime.restartNeeded({ ...bundle, gateway })).toEqual([
        'The new value of telemetry.metrics takes effect after a restart.',
      ])
    } finally {
      await moved.stop()
    }
  })
})
