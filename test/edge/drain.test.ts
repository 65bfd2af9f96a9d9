// A gateway that stops: first it still serves while load balancers take notice, then requests in flight have time, and those that are left
// are ended in the words of the gateway (semantics, section 13).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listening } from '../support/local-servers.ts'
import { until } from '../support/until.ts'
import { gatewayTo, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

watch()

const JSON_TYPE = 'content-type: application/json'
const EVENTS = { 'content-type': 'text/event-stream' }
const CHUNK = 'data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}\n\n'

const post = (path: string, body: object, headers: readonly string[] = []): string =>
  rawRequest('POST', path, [JSON_TYPE, ...headers], JSON.stringify(body))
const chat = (more: object = {}): string =>
  post('/v1/chat/completions', { model: '@main/m', messages: [{ role: 'user', content: 'Hi' }], ...more })

interface Left {
  readonly name: string
  readonly request: string
  /** What the provider does; the gateway stops once it has done it, and the client has what is expected of the beginning. */
  readonly provider: (response: ServerResponse) => void
  readonly begun?: RegExp
  readonly reply: RegExp
  readonly record: object
  readonly attempt?: object
}

const hold = (): void => {}
const stream = (response: ServerResponse): void => void response.writeHead(200, EVENTS).write(CHUNK)

const LEFT: readonly Left[] = [
  {
    name: 'A call whose reply has not begun is 503',
    request: chat(),
    provider: hold,
    reply: /^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"code":"shutting_down"/i,
    record: { status: 503, error: 'shutting_down' },
    attempt: { status: 499, message: 'OpenAI: The gateway stopped before the reply arrived.' },
  },
  {
    name: 'A stream without content is 503',
    request: chat({ stream: true }),
    provider: response => void response.writeHead(200, EVENTS).flushHeaders(),
    reply: /^HTTP\/1\.1 503 [\s\S]*"code":"shutting_down"/,
    record: { status: 503, error: 'shutting_down' },
    attempt: { status: 499 },
  },
  {
    name: 'A stream of chunks ends with an error event',
    request: chat({ stream: true }),
    provider: stream,
    begun: /"content":"Hi"/,
    reply:
      /^HTTP\/1\.1 200 [\s\S]*"content":"Hi"[\s\S]*data: \{"error":\{[^\n]*"code":"shutting_down"\}\}\n\n\r\n0\r\n\r\n$/,
    record: { status: 200, broken: 'The gateway is stopping.', brokenBy: 'gateway' },
    attempt: { status: 200 },
  },
  {
    name: 'A stream of Messages ends with an error event of that API',
    request: post('/v1/messages', {
      model: '@main/m',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    }),
    provider: stream,
    begun: /"text":"Hi"/,
    reply:
      /^HTTP\/1\.1 200 [\s\S]*event: error\ndata: \{"type":"error",[^\n]*is stopping[^\n]*\n\n\r\n0\r\n\r\n$/,
    record: { status: 200, broken: 'The gateway is stopping.', brokenBy: 'gateway' },
  },
  {
    name: 'A request whose body has not arrived is 503',
    request: chat().slice(0, -5),
    provider: hold,
    reply: /^HTTP\/1\.1 503 [\s\S]*"code":"shutting_down"/,
    record: { status: 503, error: 'shutting_down' },
  },
]

describe('What is in flight at the end of the drain', () => {
  it.each(LEFT)('$name', async ({ request, provider, begun, reply, record, attempt }) => {
    let received = request === chat().slice(0, -5)
    const port = await listening(
      createServer((message: IncomingMessage, response) => {
        message.resume()
        message.on('end', () => {
          provider(response)
          received = true
        })
      }),
    )
    const gateway = await gatewayTo(port)
    const client = await openRaw(gateway.port)
    client.socket.write(request)
    await until(() => received && (begun?.test(client.text()) ?? true))
    // When a later request is served, earlier bytes were read.
    await exchangeRaw(gateway.port, rawRequest('GET', '/healthz', ['connection: close']))
    await gateway.stop()
    await until(() => client.socket.closed)
    expect(client.text()).toMatch(reply)
    const [line] = await gateway.log()
    expect(line).toMatchObject(record)
    expect(line).not.toHaveProperty('left')
    if (attempt !== undefined) expect(line?.['attempts']).toMatchObject([attempt])
  })
})

describe('limits.drain_delay', () => {
  it('serves new connections meanwhile, with 503 at /readyz and connections that close', async () => {
    const port = await listening(
      createServer((message, response) => {
        message.resume()
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"id":"c","object":"chat.completion","choices":[]}')
      }),
    )
    const gateway = await gatewayTo(port, { limits: { drain_delay: 400 } })
    const get = (path: string) => exchangeRaw(gateway.port, rawRequest('GET', path, ['connection: close']))
    expect(await get('/readyz')).toMatch(/^HTTP\/1\.1 200 /)
    const stopped = gateway.stop()
    expect(await get('/readyz')).toMatch(/^HTTP\/1\.1 503 /)
    expect(await exchangeRaw(gateway.port, chat())).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
    await stopped
    expect(await get('/readyz')).toBe('')
  })
})
