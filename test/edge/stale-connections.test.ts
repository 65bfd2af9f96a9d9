// A provider closes connections that were kept open, while requests are on their way to it (decision 13.10).
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bareProvider, gatewayTo, jsonReply, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

watch()

const OK = jsonReply(
  '200 OK',
  '{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}',
)
const CHAT = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'

/** What the provider does with the request of this number on a connection, from 0. */
type Serve = (socket: Socket, request: number, connection: number) => void

async function scene(serve: Serve, config: object = {}) {
  let connections = 0
  let requests = 0
  const port = await bareProvider(socket => {
    const connection = connections
    connections += 1
    let request = 0
    socket.on('data', () => {
      requests += 1
      serve(socket, request, connection)
      request += 1
    })
  })
  const gateway = await gatewayTo(port, { configs: { c: { provider: '@main', ...config } } })
  const post = async (path: string, body: string): Promise<string> =>
    (
      await exchangeRaw(
        gateway.port,
        rawRequest(
          'POST',
          path,
          ['content-type: application/json', 'connection: close', 'x-gateway-config: c'],
          body,
        ),
      )
    ).slice(9, 12)
  return { post, gateway, connections: () => connections, requests: () => requests }
}

/** Replies to the first request of a connection, and closes it as the second arrives. */
const closesReused: Serve = (socket, request) => {
  if (request === 0) socket.write(OK)
  else socket.destroy()
}

describe('A connection that was kept open and closes as a request is sent', () => {
  it('is replaced: the call is sent once more on a new one, and its record says so', async () => {
    const { post, gateway, connections, requests } = await scene(closesReused, {
      cb_config: { failure_threshold: 1, cooldown_interval: 30_000 },
    })
    for (let call = 0; call < 3; call += 1) expect(await post('/v1/chat/completions', CHAT)).toBe('200')
    expect([connections(), requests()]).toEqual([3, 4])
    const attempts = (await gateway.log()).map(line => line['attempts'])
    expect(attempts).toMatchObject([
      [{ status: 200 }],
      [{ status: 200, reconnected: true }],
      [{ status: 200 }],
    ])
    expect(attempts[0]).not.toMatchObject([{ reconnected: true }])
  })

  it('is replaced once: a second close is a failure of the call', async () => {
    const { post, requests } = await scene((socket, request, connection) => {
      if (request === 0 && connection === 0) socket.write(OK)
      else socket.destroy()
    })
    expect(await post('/v1/chat/completions', CHAT)).toBe('200')
    expect(await post('/v1/chat/completions', CHAT)).toBe('502')
    expect(requests()).toBe(3)
  })

  it.each([
    ['/v1/responses', '{"model":"m","input":"Hi"}'],
    ['/v1/files', CHAT],
    ['/v1/batches', '{"input_file_id":"f","endpoint":"/v1/chat/completions","completion_window":"24h"}'],
    ['/v1/proxy/anything', CHAT],
  ])('is a failure of %s, which the provider may have stored', async (path, body) => {
    const { post, requests } = await scene(closesReused)
    await post('/v1/chat/completions', CHAT)
    const before = requests()
    expect(await post(path, body)).toBe('502')
    expect(requests() - before).toBeLessThanOrEqual(1)
  })
})

describe('A failure of the call', () => {
  it('is a new connection that closes as a request is sent', async () => {
    const { post, requests } = await scene(socket => socket.destroy())
    expect(await post('/v1/chat/completions', CHAT)).toBe('502')
    expect(requests()).toBe(1)
  })

  it('is a close that comes later than 100 ms', async () => {
    const { post, requests } = await scene((socket, request) => {
      if (request === 0) socket.write(OK)
      else setTimeout(() => socket.destroy(), 150)
    })
    expect(await post('/v1/chat/completions', CHAT)).toBe('200')
    expect(await post('/v1/chat/completions', CHAT)).toBe('502')
    expect(requests()).toBe(2)
  })

  it('is a close after the first byte of the reply', async () => {
    const { post, requests } = await scene((socket, request) => {
      if (request === 0) socket.write(OK)
      else socket.end(OK.slice(0, -10))
    })
    expect(await post('/v1/chat/completions', CHAT)).toBe('200')
    expect(await post('/v1/chat/completions', CHAT)).toBe('502')
    expect(requests()).toBe(2)
  })
})
