// Semantics, section 11, over real sockets: requests that a browser sends for a page of another origin do not reach the
// provider of a gateway without API keys; requests of local clients do.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

let provider: Provider
let open: RunningGateway
let keyed: RunningGateway
let named: RunningGateway

const KEY = 'gateway-key'
const api_keys = [{ id: 'a', hash: `sha256:${createHash('sha256').update(KEY).digest('hex')}` }]

beforeAll(async () => {
  provider = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end('{"secret":"reply of the provider","choices":[]}')
  })
  const manifest = {
    providers: {
      mock: { provider: 'mock' },
      main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
    },
    trusted_hosts: ['127.0.0.1'],
    telemetry: { metrics: true },
  }
  const environment = { KEY: 'stored-key' }
  open = await runGateway(manifest, {}, environment)
  keyed = await runGateway({ ...manifest, api_keys }, {}, environment)
  named = await runGateway(
    { ...manifest, listen: { port: 0, hosts: ['gateway.internal'], behind_proxy: true } },
    {},
    environment,
  )
})
afterAll(async () => {
  await Promise.all([open.stop(), keyed.stop(), named.stop()])
  await provider.stop()
})

const CLOSE = 'connection: close'
const CHAT = '{"model":"@main/m","messages":[{"role":"user","content":"Hello"}]}'
const FORM = [
  '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\n@main/whisper-1\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\r\n--b--\r\n',
].join('')
const WEBSOCKET = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
]
const EVIL = 'origin: https://evil.example'

/** A request with all of its headers, including `Host`. */
const request = (method: string, path: string, host: string, headers: readonly string[], body?: string) =>
  rawRequest(method, path, headers, body).replace('host: localhost', `host: ${host}`)

async function send(gateway: RunningGateway, text: string) {
  const before = provider.received.length
  const reply = await exchangeRaw(gateway.port, text)
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  return { status: Number(head.split(' ')[1]), code, reply, reached: provider.received.length - before }
}

const here = () => `127.0.0.1:${open.port}`

describe('A page of another origin does not reach the provider', () => {
  it.each<readonly [string, () => string]>([
    [
      'by fetch with no-cors and a Blob without a type',
      () =>
        request('POST', '/v1/chat/completions', here(), [EVIL, 'sec-fetch-site: cross-site', CLOSE], CHAT),
    ],
    [
      'by fetch from an old browser without Sec-Fetch-Site, with text/plain',
      () => request('POST', '/v1/chat/completions', here(), [EVIL, 'content-type: text/plain', CLOSE], CHAT),
    ],
    [
      'by a FormData post to /audio/transcriptions',
      () =>
        request(
          'POST',
          '/v1/audio/transcriptions',
          here(),
          ['origin: null', 'content-type: multipart/form-data; boundary=b', CLOSE],
          FORM,
        ),
    ],
    [
      'by a FormData post from another port of the same machine',
      () =>
        request(
          'POST',
          '/v1/files',
          here(),
          [
            'origin: http://127.0.0.1:3000',
            'sec-fetch-site: same-site',
            'x-gateway-provider: @main',
            'content-type: multipart/form-data; boundary=b',
            CLOSE,
          ],
          FORM,
        ),
    ],
    [
      'by a name that resolves to this machine (DNS rebinding)',
      () =>
        request(
          'POST',
          '/v1/chat/completions',
          `rebound.evil.example:${open.port}`,
          [
            `origin: http://rebound.evil.example:${open.port}`,
            'sec-fetch-site: same-origin',
            'content-type: application/json',
            CLOSE,
          ],
          CHAT,
        ),
    ],
    [
      'by an image whose URL is passed through',
      () => request('GET', '/v1/models/m', here(), ['sec-fetch-site: cross-site', CLOSE]),
    ],
    ['by a WebSocket', () => request('GET', '/v1/realtime?model=@main%2Fm', here(), [EVIL, ...WEBSOCKET])],
    [
      'by a WebSocket to a name that resolves to this machine',
      () => request('GET', '/v1/realtime?model=@main%2Fm', 'rebound.evil.example', WEBSOCKET),
    ],
    ['by /metrics', () => request('GET', '/metrics', 'rebound.evil.example', [CLOSE])],
    ['by /metrics from its own origin', () => request('GET', '/metrics', here(), [EVIL, CLOSE])],
    ['by the list of models', () => request('GET', '/v1/models', 'rebound.evil.example', [CLOSE])],
    ['by a preflight', () => request('OPTIONS', '/v1/chat/completions', here(), [EVIL, CLOSE])],
    [
      'by a proxy in front of the gateway',
      () => request('GET', '/v1/models', here(), ['x-forwarded-for: 203.0.113.7', CLOSE]),
    ],
  ])('%s', async (_title, text) => {
    const { status, code, reply, reached } = await send(open, text())
    expect([status, code, reached]).toEqual([403, 'forbidden', 0])
    expect(reply).not.toMatch(/access-control-allow|portolan_|reply of the provider/i)
  })

  it('and each rejection is logged once', async () => {
    const trace = (line: Readonly<Record<string, unknown>>) => line['path'] === '/v1/refused'
    await send(open, request('GET', '/v1/refused', 'rebound.evil.example', [CLOSE]))
    expect((await open.log()).filter(trace)).toMatchObject([{ status: 403, error: 'forbidden' }])
  })
})

describe('A body without a JSON content type does not reach a JSON route', () => {
  it.each([[], ['content-type: text/plain;x=application/json'], ['content-type: text/plain']])(
    'with %j',
    async (...headers) => {
      for (const [gateway, more] of [
        [open, []],
        [keyed, [`x-gateway-api-key: ${KEY}`]],
      ] as const)
        for (const path of ['/v1/chat/completions', '/v1/batches', '/v1/proxy/chat/completions']) {
          const text = request('POST', path, 'localhost', [...headers, ...more, CLOSE], CHAT)
          const { status, code, reached } = await send(gateway, text)
          expect([status, code, reached]).toEqual([415, 'unsupported_media_type', 0])
        }
    },
  )
})

describe('Clients of this machine are served', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'app.localhost'])('under the name %s', async name => {
    const headers = ['content-type: application/json', CLOSE]
    const text = request('POST', '/v1/chat/completions', `${name}:${open.port}`, headers, CHAT)
    expect(await send(open, text)).toMatchObject({ status: 200, reached: 1 })
  })

  it('and a page of the same host and port', async () => {
    const headers = [
      `origin: http://${here()}`,
      'sec-fetch-site: same-origin',
      'content-type: application/json',
      CLOSE,
    ]
    expect((await send(open, request('POST', '/v1/chat/completions', here(), headers, CHAT))).status).toBe(
      200,
    )
  })

  it('and a URL opened in the browser', async () => {
    const text = request('GET', '/v1/models', here(), ['sec-fetch-site: none', CLOSE])
    expect((await send(open, text)).status).toBe(200)
  })

  it.each(['/healthz', '/health', '/readyz'])(
    '%s replies to anyone: it contains nothing secret',
    async path => {
      const text = request('GET', path, 'load-balancer.example', [EVIL, 'x-forwarded-for: 10.0.0.1', CLOSE])
      const { status, reply } = await send(open, text)
      expect([status, Object.keys(JSON.parse(reply.split('\r\n\r\n')[1] ?? ''))]).toEqual([
        200,
        ['status', 'plan'],
      ])
    },
  )
})

describe('The address itself', () => {
  it('says what it is, to clients of this machine', async () => {
    const { status, reply } = await send(open, request('GET', '/', 'localhost', [CLOSE]))
    expect([status, reply]).toEqual([200, expect.stringMatching(/base URL for clients is \/v1.*README\.md/)])
    expect((await send(open, request('GET', '/', 'evil.example', [CLOSE]))).status).toBe(403)
    expect((await send(keyed, request('GET', '/', 'gateway.example', [CLOSE]))).status).toBe(200)
  })
})

describe('listen.hosts and listen.behind_proxy', () => {
  it('allow further hosts and proxies', async () => {
    const from = (host: string, ...headers: readonly string[]) =>
      request('GET', '/v1/models', host, [...headers, CLOSE])
    const forwarded = 'x-forwarded-for: 203.0.113.7'
    expect((await send(named, from('gateway.internal:8787', forwarded))).status).toBe(200)
    expect((await send(named, from('localhost', 'forwarded: for=203.0.113.7'))).status).toBe(200)
    expect((await send(named, from('evil.example', forwarded))).status).toBe(403)
    expect((await send(named, from('gateway.internal', EVIL))).status).toBe(403)
    expect((await send(open, from('gateway.internal'))).status).toBe(403)
  })
})

describe('A gateway with keys', () => {
  it('serves any host and origin with a valid key', async () => {
    const headers = [
      `x-gateway-api-key: ${KEY}`,
      EVIL,
      'sec-fetch-site: cross-site',
      'x-forwarded-for: 203.0.113.7',
      'content-type: application/json',
      CLOSE,
    ]
    const text = request('POST', '/v1/chat/completions', 'gateway.example.com', headers, CHAT)
    expect(await send(keyed, text)).toMatchObject({ status: 200, reached: 1 })
  })

  it('is protected by them after a reload that adds them', async () => {
    const gateway = await runGateway({ providers: { mock: { provider: 'mock' } } })
    const text = request('GET', '/v1/models', 'evil.example', [`x-gateway-api-key: ${KEY}`, CLOSE])
    expect((await send(gateway, text)).status).toBe(403)
    const next = {
      ...gateway.bundle,
      gateway: { ...gateway.bundle.gateway, apiKeys: keyed.bundle.gateway.apiKeys },
    }
    expect(await gateway.runtime.reload(next)).toEqual([])
    expect((await send(gateway, text)).status).toBe(200)
    await gateway.stop()
  })
})

describe('Host more than once', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['a request', '/v1/models', []],
    ['/metrics', '/metrics', []],
    ['/healthz', '/healthz', []],
    ['a WebSocket', '/v1/realtime?model=m', WEBSOCKET],
  ])('is 400 on %s, with keys and without', async (_title, path, headers) => {
    for (const gateway of [open, keyed]) {
      const more = [
        `x-gateway-api-key: ${KEY}`,
        'Host: localhost',
        ...headers,
        ...(headers.length ? [] : [CLOSE]),
      ]
      const { status, code } = await send(gateway, request('GET', path, 'localhost', more))
      expect([status, code]).toEqual([400, 'invalid_request'])
    }
  })
})

describe('Resources of the interface', () => {
  it.each(['/v1/guardrails', '/v1/guardrails/g'])('%s is 501', async path => {
    const { status, code, reached } = await send(open, request('GET', path, 'localhost', [CLOSE]))
    expect([status, code, reached]).toEqual([501, 'not_implemented', 0])
  })
})

describe('A provider named without a credential', () => {
  it('is not dialled for a WebSocket', async () => {
    const host = [`x-gateway-provider: openai`]
    const text = request('GET', '/v1/realtime?model=m', 'localhost', [...host, ...WEBSOCKET])
    expect(await send(open, text)).toMatchObject({ status: 401, code: 'missing_api_key', reached: 0 })
  })
})

it.each([
  ['/v1/chat/completions', 403],
  ['/v1/configs', 403],
])(
  'a preflight of an origin that is not listed is refused with the setting that lists it: %s',
  async (path, status) => {
    const asked = 'access-control-request-method: POST'
    const reply = await exchangeRaw(
      keyed.port,
      request('OPTIONS', path, `127.0.0.1:${keyed.port}`, [EVIL, asked, CLOSE]),
    )
    expect(reply).toContain(`HTTP/1.1 ${status} `)
    expect(reply).toContain(
      'Pages of \\"https://evil.example\\" may not call this gateway: add the origin to listen.cors.origins.',
    )
    expect(reply).not.toMatch(/access-control-allow-origin/i)
  },
)
