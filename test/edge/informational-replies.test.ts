// Informational statuses before the reply of a provider, which no request asked for (semantics, section 13).
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bodyOf } from './hostile-fixture.ts'
import { bareProvider, gatewayTo, jsonReply, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

watch()

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const hints = (link: string): string => `HTTP/1.1 103 Early Hints\r\nlink: <${link}>\r\n\r\n`
const HINTS = hints('/a')
const OK = jsonReply('200 OK', '{"ok":true}')
const get = (...headers: readonly string[]): string =>
  rawRequest('GET', '/v1/anything', ['x-gateway-provider: @main', ...headers])

/** Sends the pieces as bytes of different turns. */
async function writeAll(socket: Socket, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await new Promise(setImmediate)
  }
}

/** What clients receive for the requests, all sent on one connection, and how many requests reached the provider. */
async function exchange(pieces: Iterable<string>, requests: readonly string[] = [get('connection: close')]) {
  let received = 0
  const port = await bareProvider(socket => {
    socket.setNoDelay(true)
    socket.on('data', () => {
      received += 1
      void writeAll(socket, pieces)
    })
  })
  const { port: gatewayPort } = await gatewayTo(port)
  const replies: string[] = []
  for (const request of requests) replies.push(await exchangeRaw(gatewayPort, request))
  return { replies, received }
}

describe('An informational status before the reply is ignored', () => {
  it.each<readonly [string, readonly string[] | string]>([
    ['100 in the same packet', [CONTINUE + OK]],
    ['100 in a packet of its own', [CONTINUE, OK]],
    ['100 byte by byte', CONTINUE + OK],
    ['100 with headers and without a phrase', ['HTTP/1.1 100\r\nx-a: b\r\nx-c: d\r\n\r\n', OK]],
    ['100 three times', [CONTINUE.repeat(2), CONTINUE + OK]],
    ['102', [`HTTP/1.1 102 Processing\r\n\r\n${OK}`]],
    ['103 before 100, and 102 after it', [`${HINTS}${CONTINUE}`, `HTTP/1.1 102 Processing\r\n\r\n${OK}`]],
    ['103, 100, 103, 100 byte by byte', (HINTS + CONTINUE).repeat(2) + OK],
    ['103 with 30 KB of headers in ten replies', [`${hints('x'.repeat(3000)).repeat(10)}${CONTINUE}`, OK]],
    ['103 between two 100', [`${CONTINUE}${HINTS}${CONTINUE}`, OK]],
  ])('%s', async (_title, pieces) => {
    const { replies, received } = await exchange(pieces)
    expect(replies.map(bodyOf)).toEqual(['{"ok":true}'])
    expect(replies[0]).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).toBe(1)
  })

  it('on each request of a connection', async () => {
    const close = get('connection: close')
    const { replies, received } = await exchange([CONTINUE, OK], [close, close, close])
    expect(replies.map(bodyOf)).toEqual(Array.from({ length: 3 }, () => '{"ok":true}'))
    expect(received).toBe(3)
  })

  it('and a body that looks like one is not', async () => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${CONTINUE.length * 2}\r\n\r\n`
    const { replies } = await exchange([CONTINUE + head, CONTINUE, CONTINUE])
    expect(replies.map(bodyOf)).toEqual([CONTINUE.repeat(2)])
  })

  it.each<readonly [string, string]>([
    [
      'that switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    [
      'that switches protocols after another',
      `${HINTS}HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n`,
    ],
    ['that is not terminated as HTTP', 'HTTP/1.1 100 Continue\n\n'],
    ['that is larger than the headers of a reply may be', `HTTP/1.1 100 ${'x'.repeat(40_000)}`],
  ])('but one %s is a 502', async (_title, start) => {
    const { replies } = await exchange([start, OK])
    expect(replies[0]).toMatch(/^HTTP\/1\.1 502 /)
  })
})
