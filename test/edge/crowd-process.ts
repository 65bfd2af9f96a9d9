// A process of clients that take and send little, or of a provider: `crowd-process.ts KIND PORT COUNT`. It is a process of its own, so that
// whoever measures the gateway beside it is not delayed by it. It writes a line when its crowd is complete, and holds it until it is killed.
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

const [kind = '', port = '0', count = '0'] = process.argv.slice(2)
const LOCAL = '127.0.0.1'
/** Connections that are being opened at a time. */
const AT_ONCE = 100
/** Bytes of one stream. */
const STREAM = 120_000_000

const content = 'x'.repeat(1000)
const EVENT = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`
const CHAT = '{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}]}'
const GUARD = {
  id: 'g',
  deny: true,
  stream: 'window',
  contains: { words: ['bad'], operator: 'none' },
}
const chat = (config: object): string =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'authorization: Bearer crowd-key',
    `x-gateway-config: ${JSON.stringify({ provider: '@main', ...config })}`,
    `content-length: ${CHAT.length}`,
    '',
    CHAT,
  ].join('\r\n')

function serve(): void {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = STREAM / EVENT.length
    const send = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(EVENT)) return void response.once('drain', send)
      }
      response.end('data: [DONE]\n\n')
    }
    send()
  })
  server.listen(0, LOCAL, () => {
    const address = server.address()
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
  })
}

type Open = (done: () => void) => void

const plain =
  (bytes: Uint8Array | string, onConnect: (socket: Socket, done: () => void) => void): Open =>
  done => {
    const socket = connect(Number(port), LOCAL, () => {
      if (bytes.length > 0) socket.write(bytes)
      onConnect(socket, done)
    })
    socket.on('error', done)
    socket.on('close', done)
  }
const begun = (_: Socket, done: () => void): void => done()
/** Reads the beginning of a reply, and nothing after it. */
const stalling = (socket: Socket, done: () => void): void => {
  socket.once('data', () => {
    socket.pause()
    done()
  })
}
const TLS = { host: LOCAL, port: Number(port), rejectUnauthorized: false }

const KINDS: Readonly<Record<string, Open>> = {
  idle: plain('', begun),
  handshakes: plain(Uint8Array.of(0x16, 3, 1), begun),
  headers: plain(`GET /v1/models HTTP/1.1\r\nhost: localhost\r\nx-part: ${'y'.repeat(28_000)}`, begun),
  stalled: plain(chat({}), stalling),
  guarded: plain(chat({ output_guardrails: [GUARD] }), stalling),
  tls: done => {
    const socket = connectTls({ ...TLS, ALPNProtocols: ['http/1.1'] }, done)
    socket.on('error', done)
    socket.on('close', done)
  },
  http2: done => {
    const session = connectHttp2(`https://${LOCAL}:${port}`, { rejectUnauthorized: false }, () => done())
    session.on('error', () => done())
    session.on('close', () => done())
  },
}

async function openAll(open: Open): Promise<void> {
  let left = Number(count)
  const openNext = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await new Promise<void>(resolve => open(resolve))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openNext))
  process.stdout.write('complete\n')
}

const open = KINDS[kind]
if (kind === 'provider') serve()
else if (open !== undefined) void openAll(open)
