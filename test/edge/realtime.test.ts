// Realtime sessions over real sockets: a WebSocket to a provider through the gateway's routing, keys and log.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo, listening } from '../support/local-servers.ts'
import { until } from '../support/until.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
afterEach(closeAll)

/** A text as one unmasked frame, and the text of one masked frame. */
const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])
function readFrame(bytes: Buffer): string {
  const length = (bytes[1] ?? 0) & 0x7f
  const mask = bytes.subarray(2, 6)
  return Buffer.from(
    bytes.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
  ).toString()
}

interface Provider {
  readonly port: number
  readonly asked: IncomingMessage[]
}

/** A provider that sends the query it was requested with, and replies to each text in upper case. */
async function provider(refuse = false, guid = GUID): Promise<Provider> {
  const asked: IncomingMessage[] = []
  const server = createServer()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    asked.push(request)
    if (refuse) {
      const body = '{"error":{"message":"no such session"}}'
      return void socket.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${guid}`).digest('base64')
    const protocol = request.headers['sec-websocket-protocol']
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n${protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''}\r\n`,
    )
    socket.write(frame(request.url ?? ''))
    socket.on('data', (bytes: Buffer) => {
      if ((bytes[0] ?? 0) === 0x81) socket.write(frame(readFrame(bytes).toUpperCase()))
      else socket.end(Buffer.from([0x88, 0]))
    })
    socket.on('error', () => {})
  })
  return { port: await listening(server), asked }
}

/** The first texts received, once `say` was sent. */
function session(
  url: string,
  headers: Readonly<Record<string, string>>,
  protocols: readonly string[],
  say: string,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const heard: string[] = []
    const socket = new WebSocket(url, { headers, protocols: [...protocols] })
    socket.onmessage = ({ data }) => {
      heard.push(String(data))
      if (heard.length === 1) socket.send(say)
      else socket.close()
    }
    socket.onclose = () => resolve(heard)
    socket.onerror = () => reject(new Error('The socket failed.'))
  })
}

describe('realtime: WebSocket to providers that have it', () => {
  it('opens by the slug in the model, with the stored credential, and relays both ways', async () => {
    const upstream = await provider()
    const gateway = await gatewayTo(upstream.port)
    const url = `ws://127.0.0.1:${gateway.port}/v1/realtime?model=%40main%2Fgpt-realtime&voice=a`
    const heard = await session(url, {}, ['realtime', 'openai-insecure-api-key.callers-own'], 'hello')
    expect(heard).toEqual(['/v1/realtime?model=gpt-realtime&voice=a', 'HELLO'])
    const [request] = upstream.asked
    expect([request?.headers.authorization, request?.headers['sec-websocket-protocol']]).toEqual([
      'Bearer stored-key',
      'realtime',
    ])
  })

  it('opens by the deployment of an Azure client', async () => {
    const upstream = await provider()
    const gateway = await gatewayTo(upstream.port)
    const query = 'api-version=2024-10-01-preview&deployment=%40main%2Fgpt-realtime'
    const heard = await session(`ws://127.0.0.1:${gateway.port}/openai/realtime?${query}`, {}, [], 'hello')
    expect(heard).toEqual(['/v1/realtime?model=gpt-realtime', 'HELLO'])
  })

  it('is one request in flight as long as it is open', async () => {
    const upstream = await provider()
    const one = { name: 'one', type: 'requests', unit: 'concurrent', value: 1 }
    const gateway = await gatewayTo(upstream.port, { policies: { rate_limits: [one] } })
    const url = `ws://127.0.0.1:${gateway.port}/v1/realtime?model=%40main%2Fgpt-realtime`
    const first = new WebSocket(url)
    await new Promise(resolve => {
      first.onmessage = resolve
    })
    await expect(session(url, {}, [], 'hello')).rejects.toThrow('The socket failed.')
    first.close()
    await until(async () =>
      (await session(url, {}, [], 'hello').catch((): readonly string[] => [])).includes('HELLO'),
    )
  })

  it('is logged once, with its byte counts', async () => {
    const upstream = await provider()
    const gateway = await gatewayTo(upstream.port)
    await session(
      `ws://127.0.0.1:${gateway.port}/v1/realtime?model=m`,
      { 'x-gateway-provider': '@main' },
      [],
      'hello',
    )
    const [line, ...more] = await gateway.log()
    expect([line, more.length]).toMatchObject([
      { status: 101, path: '/v1/realtime', provider: 'openai', model: 'm', bytesOut: expect.any(Number) },
      0,
    ])
    expect(JSON.stringify(line)).not.toContain('stored-key')
  })

  it('relays a provider’s rejection as an ordinary reply', async () => {
    const gateway = await gatewayTo((await provider(true)).port)
    const text = await raw(gateway.port, 'x-gateway-provider: @main')
    expect(text).toMatch(/^HTTP\/1.1 403 /)
    expect(text).toContain('no such session')
  })

  it('rejects a caller without a key before any provider is called', async () => {
    const upstream = await provider()
    const key = { id: 'a', hash: `sha256:${createHash('sha256').update('secret').digest('hex')}` }
    const gateway = await gatewayTo(upstream.port, { api_keys: [key] })
    expect(await raw(gateway.port, 'x-gateway-provider: @main')).toMatch(/^HTTP\/1.1 401 /)
    expect(upstream.asked).toEqual([])
  })

  it('accepts a gateway key as a bearer and does not send it to the provider', async () => {
    const upstream = await provider(true)
    const key = { id: 'a', hash: `sha256:${createHash('sha256').update('gateway-secret').digest('hex')}` }
    const gateway = await gatewayTo(upstream.port, { api_keys: [key] })
    const headers = ['authorization: Bearer gateway-secret', 'x-note: gateway-secret']
    await raw(gateway.port, ['x-gateway-provider: @main', ...headers].join('\r\n'))
    expect(upstream.asked).toHaveLength(1)
    for (const { url, rawHeaders } of upstream.asked)
      for (const text of [url, ...rawHeaders]) expect(text).not.toContain('gateway-secret')
  })

  it('fails where the provider does not prove that it has read the handshake', async () => {
    const gateway = await gatewayTo((await provider(false, 'another')).port)
    expect(await raw(gateway.port, 'x-gateway-provider: @main')).toMatch(
      /^HTTP\/1\.1 502 .*"code":"invalid_upstream_reply"/s,
    )
  })

  it('reports that a provider has no such route', async () => {
    const gateway = await gatewayTo((await provider()).port)
    const text = await raw(gateway.port, 'x-gateway-provider: cohere\r\nauthorization: Bearer k')
    expect(text).toMatch(/^HTTP\/1.1 400 .*Cohere does not serve \/realtime/s)
  })

  it('ends open sessions when the gateway stops', async () => {
    const upstream = await provider()
    const gateway = await gatewayTo(upstream.port, { limits: { drain_timeout: 10 } })
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(handshake('x-gateway-provider: @main'))
    await new Promise(resolve => socket.once('data', resolve))
    const closed = new Promise(resolve => socket.once('close', resolve))
    await closeAll()
    await closed
    expect(socket.destroyed).toBe(true)
  })
})

const handshake = (header: string): string =>
  `GET /v1/realtime?model=m HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n\r\n`

/** All bytes received until the connection is closed. */
function raw(port: number, header: string): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(handshake(header)))
    socket.on('data', bytes => {
      text += bytes.toString()
    })
    socket.on('close', () => resolve(text))
  })
}
