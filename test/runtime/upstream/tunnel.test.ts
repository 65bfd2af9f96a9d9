// What a provider may choose when it accepts an upgrade (RFC 6455, section 4.1): nothing that the handshake did not offer.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConnect } from '../../../runtime/upstream/tunnel.ts'

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const PROOF = createHash('sha1').update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')

/** Answers with the headers that the path has. */
const provider = createServer()
provider.on('upgrade', ({ url = '' }, socket) => {
  const chosen = decodeURIComponent(url.slice(1))
  socket.end(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${PROOF}\r\n${chosen}\r\n`,
  )
})
beforeAll(() => new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>(resolve => provider.close(() => resolve())))

const connector = buildConnector({})
const connectors = { catalog: connector, operator: connector, caller: connector, remote: connector }
const connect = createConnect(connectors, 16_384)

const opened = (chosen: string): Promise<'open' | 'reply' | 'fail'> =>
  new Promise(resolve => {
    const headers = ['connection', 'Upgrade', 'upgrade', 'websocket', 'sec-websocket-version', '13']
    headers.push('sec-websocket-key', KEY, 'sec-websocket-protocol', 'realtime, other')
    headers.push('sec-websocket-extensions', 'permessage-deflate; client_max_window_bits')
    const { port } = provider.address() as AddressInfo
    connect(
      {
        ...{ method: 'GET', origin: `http://127.0.0.1:${port}`, path: `/${encodeURIComponent(chosen)}` },
        ...{ headers, body: undefined, hostAuthor: 'operator' },
      },
      { open: () => resolve('open'), reply: () => resolve('reply'), fail: () => resolve('fail') },
    )
  })

it.each([
  ['nothing', '', 'open'],
  ['an offered subprotocol', 'Sec-WebSocket-Protocol: other\r\n', 'open'],
  [
    'an offered extension',
    'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n',
    'open',
  ],
  ['another subprotocol', 'Sec-WebSocket-Protocol: chat\r\n', 'fail'],
  ['another extension', 'Sec-WebSocket-Extensions: x-webkit-deflate-frame\r\n', 'fail'],
  [
    'one extension that was offered and one that was not',
    'Sec-WebSocket-Extensions: permessage-deflate, bbf\r\n',
    'fail',
  ],
])('a handshake whose reply chooses %s', async (_, chosen, expected) => {
  expect(await opened(chosen)).toBe(expected)
})
