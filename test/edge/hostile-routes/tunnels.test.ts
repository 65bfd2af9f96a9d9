// Tunnels under attack: rejections, half-closed connections, peers that do not read, providers that send nonsense.
import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { RunningGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'
import { exchangeRaw, openRaw, rawRequest } from '../raw-client.ts'
import { answering, bareProvider, gatewayTo, jsonReply, watch } from './harness.ts'

watch()

const UPGRADE = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13']
const PATH = 'x-gateway-provider: @main'
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n'
const ask = (path = '/v1/realtime?model=m', headers: readonly string[] = [PATH], first = ''): string =>
  rawRequest('GET', path, [...UPGRADE, ...headers]) + first

/** True once the gateway serves another request although its limit is one. */
const isFree = async (gateway: RunningGateway): Promise<boolean> =>
  !(await exchangeRaw(gateway.port, rawRequest('GET', '/v1/models', ['connection: close']))).includes('503')
const ALONE = { limits: { concurrent_requests: 1 } }

describe('A tunnel', () => {
  it('that is rejected frees its slot, though the client keeps its connection', async () => {
    const gateway = await gatewayTo(
      await bareProvider(answering(jsonReply('403 Forbidden', '{"error":{}}'))),
      ALONE,
    )
    const { socket, text } = await openRaw(gateway.port)
    socket.removeAllListeners('end')
    socket.write(ask())
    await until(() => text().includes('"error"'))
    await until(() => isFree(gateway))
    socket.destroy()
  })

  it('that is rejected at the request limit leaks no slot', async () => {
    const gateway = await gatewayTo(await bareProvider(answering(`${SWITCHED}\r\n`)), ALONE)
    const first = await openRaw(gateway.port)
    first.socket.write(ask())
    await until(() => first.text().includes('101'))
    const idle = createConnection({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    idle.on('error', () => {})
    let refused = ''
    idle.on('data', bytes => {
      refused += bytes
    })
    idle.write(ask())
    await until(() => refused.includes('503'))
    first.socket.destroy()
    await until(() => isFree(gateway))
    idle.destroy()
  })

  it('that is rejected with a long body relays all of it', async () => {
    const body = `{"error":{"message":"${'x'.repeat(3_000_000)}"}}`
    const gateway = await gatewayTo(await bareProvider(answering(jsonReply('403 Forbidden', body))))
    const text = await exchangeRaw(gateway.port, ask())
    expect([text.slice(0, 13), text.endsWith(body)]).toEqual(['HTTP/1.1 403 ', true])
  })

  it.each<readonly [string, string]>([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['a status of zeros', 'HTTP/1.1 000 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['a status above 599', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['a control character in a header', 'HTTP/1.1 403 No\r\nx-a: \x01\r\ncontent-length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 403 No\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['bytes that are not HTTP', 'nonsense\r\n\r\n'],
    ['nothing before the end', ''],
  ])('whose reply has %s is an ordinary failure', async (_title, answer) => {
    const gateway = await gatewayTo(
      await bareProvider(socket =>
        answer === '' ? socket.once('data', () => socket.end()) : answering(answer)(socket),
      ),
    )
    const text = await exchangeRaw(gateway.port, ask())
    expect(text).toMatch(/^HTTP\/1\.1 (4\d\d|5\d\d|999) /)
    expect(await gateway.log()).toHaveLength(1)
  })

  it.each<readonly [string, object]>([
    ['a credential with a line break', { provider: 'openai', api_key: 'k\r\nx-smuggled: 1' }],
    [
      'a setting with a line break',
      { provider: 'openai', api_key: 'k', openai_organization: 'o\r\nx-smuggled: 1' },
    ],
    ['a model with a lone surrogate', { provider: '@main', override_params: { model: '\ud800' } }],
  ])('requested with %s smuggles nothing and crashes nothing', async (_title, config) => {
    let seen = ''
    const port = await bareProvider(socket => {
      socket.on('data', bytes => {
        seen += bytes
      })
      answering(`${SWITCHED}\r\n`)(socket)
    })
    const gateway = await gatewayTo(port)
    const own = 'api_key' in config ? { ...config, custom_host: `http://127.0.0.1:${port}/v1` } : config
    const { socket, text } = await openRaw(gateway.port)
    socket.write(ask('/v1/realtime?model=m', [`x-gateway-config: ${JSON.stringify(own)}`]))
    await until(() => text() !== '')
    socket.destroy()
    expect(seen).not.toContain('\nx-smuggled')
    expect(text()).toMatch(/^HTTP\/1\.1 (101|4\d\d|502) /)
  })

  it('goes to the config’s target, whatever the query repeats', async () => {
    let seen = ''
    const port = await bareProvider(socket => {
      socket.on('data', bytes => {
        seen += bytes
      })
      answering(`${SWITCHED}\r\n`)(socket)
    })
    const fixed = { provider: '@main', override_params: { model: 'cheap' } }
    const gateway = await gatewayTo(port, { configs: { fixed } })
    const { socket, text } = await openRaw(gateway.port)
    socket.write(ask('/v1/realtime?model=a&%6dodel=dear&x=1&model=dear', ['x-gateway-config: fixed']))
    await until(() => text().includes('101'))
    socket.destroy()
    expect(seen).toMatch(/^GET \/v1\/realtime\?model=cheap&x=1 HTTP/)
  })

  it('relays no headers reserved for the gateway', async () => {
    const answer = `${SWITCHED}x-gateway-provider: liar\r\nx-own: 1\r\n\r\n`
    const gateway = await gatewayTo(await bareProvider(answering(answer)))
    const { socket, text } = await openRaw(gateway.port)
    socket.write(ask())
    await until(() => text().includes('\r\n\r\n'))
    socket.destroy()
    expect(text()).toMatch(/x-own: 1/)
    expect(text()).not.toMatch(/liar/)
    expect(text().match(/^(connection|upgrade):/gim)).toHaveLength(2)
  })

  it('to a private address in the client’s custom host is not connected', async () => {
    let dialled = 0
    const port = await bareProvider(() => {
      dialled += 1
    })
    const gateway = await gatewayTo(port, {
      caller_hosts: [`127.0.0.1:${port + 1}`],
      trusted_hosts: [],
      providers: {},
    })
    const headers = [
      'x-gateway-provider: openai',
      `x-gateway-custom-host: http://127.0.0.1:${port}/v1`,
      'authorization: Bearer k',
    ]
    expect(await exchangeRaw(gateway.port, ask('/v1/realtime?model=m', headers))).toMatch(
      /^HTTP\/1\.1 400 .*blocked_host/s,
    )
    expect(dialled).toBe(0)
  })

  it('does not send a stored credential to a client’s custom host', async () => {
    let dialled = 0
    const port = await bareProvider(() => {
      dialled += 1
    })
    const gateway = await gatewayTo(port + 1, { caller_hosts: ['127.0.0.1'] })
    const headers = [PATH, `x-gateway-custom-host: http://127.0.0.1:${port}/v1`]
    expect(await exchangeRaw(gateway.port, ask('/v1/realtime?model=m', headers))).toMatch(
      /^HTTP\/1\.1 400 .*not bound/s,
    )
    expect(dialled).toBe(0)
  })

  it('whose handshake takes too long is a 408', async () => {
    const gateway = await gatewayTo(await bareProvider(() => {}))
    const text = await exchangeRaw(gateway.port, ask(undefined, [PATH, 'x-gateway-request-timeout: 50']))
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it.each<readonly [string, string]>([
    ['a length', 'content-length: 4'],
    ['chunks', 'transfer-encoding: chunked'],
  ])('requested with %s smuggles no second request to the provider', async (_title, header) => {
    let seen = ''
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('data', bytes => {
          seen += bytes
        })
        answering(jsonReply('403 Forbidden', '{}'))(socket)
      }),
    )
    const smuggled = rawRequest('GET', '/v1/smuggled')
    await exchangeRaw(gateway.port, ask(undefined, [PATH, header], `0\r\n\r\n${smuggled}`))
    expect(seen).toMatch(/^GET \/v1\/realtime/)
    expect(seen).not.toMatch(/smuggled|content-length|transfer-encoding/i)
  })
})
