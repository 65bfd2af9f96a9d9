// Clients that stop reading: what waits for them counts as buffered bytes, so that others are refused before memory is short, and a
// client that takes nothing of its reply for `limits.body_timeout` is disconnected.
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { rawRequest } from './raw-client.ts'

afterAll(closeAll)

/** Streams that never end, and whole replies of 32 MB. */
const provider = await runProvider((request, response) => {
  if (request.url?.endsWith('/completions') !== true) return void response.end(Buffer.alloc(32_000_000, 'x'))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'x'.repeat(10_000) } }] })}\n\n`
  const send = (): void => {
    let goesOn = true
    while (goesOn && !response.destroyed) goesOn = response.write(event)
    response.once('drain', send)
  }
  send()
})
later(provider.stop)

async function start(limits: object): Promise<RunningGateway> {
  const gateway = await runGateway(
    {
      providers: {
        main: {
          provider: 'openai',
          api_key: '${env:KEY}',
          custom_host: `http://127.0.0.1:${provider.port}/v1`,
        },
      },
      trusted_hosts: ['127.0.0.1'],
      limits,
    },
    { c: { provider: '@main' } },
    { KEY: 'k' },
  )
  later(gateway.stop)
  return gateway
}

const HEADERS = ['x-gateway-config: c', 'content-type: application/json']
const STREAM = rawRequest(
  'POST',
  '/v1/chat/completions',
  HEADERS,
  '{"model":"m","stream":true,"messages":[]}',
)

/** A client that reads the head of its reply, and then nothing. */
function stall(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  later(async () => void socket.destroy())
  return new Promise(resolve =>
    socket.once('data', () => {
      socket.pause()
      resolve(socket)
    }),
  )
}

const call = async (url: string): Promise<number> => {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': 'c' },
    body: '{"model":"m","stream":true,"messages":[]}',
  })
  await response.body?.cancel()
  return response.status
}

describe('A client that stops reading', () => {
  it('counts as 128 KiB, and where memory is short some are disconnected before a call is refused', async () => {
    const { log, url, port } = await start({ buffered_bytes: 4 * 128 * 1024 })
    const sockets: Socket[] = []
    for (let count = 0; count < 4; count += 1) sockets.push(await stall(port, STREAM))
    await until(async () =>
      (await log()).some(line => String(line['broken']).includes('took nothing of its reply')),
    )
    expect(await call(url)).toBe(200)
    for (const socket of sockets) socket.resume()
    await until(() => sockets.some(({ destroyed }) => destroyed))
    expect(sockets.filter(({ destroyed }) => !destroyed)).not.toEqual([])
  })

  it.each([
    ['a stream', STREAM],
    ['a whole reply', rawRequest('GET', '/v1/files/f/content', HEADERS, '')],
  ])('is disconnected where it takes nothing of %s for limits.body_timeout', async (_title, request) => {
    const { log, port, url } = await start({ body_timeout: 1000 })
    const socket = await stall(port, request)
    await until(async () => (await log()).some(line => line['left'] === true))
    socket.resume()
    await until(() => socket.destroyed)
    expect(await call(url)).toBe(200)
  })
})
