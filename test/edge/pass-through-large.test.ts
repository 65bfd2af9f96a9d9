// Semantics, section 16, over real sockets: retry, fallback, large bodies and slow clients of what is passed through.
import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { until, untilStill } from '../support/until.ts'
import { passThroughFixture } from './pass-through-fixture.ts'

const fixture = passThroughFixture()
const { send } = fixture

describe('Retry and fallback', () => {
  it('replay the body', async () => {
    let calls = 0
    fixture.answer = (_request, response, body) => {
      calls += 1
      response.writeHead(calls === 1 ? 503 : 200)
      response.end(calls === 1 ? 'x'.repeat(1_000_000) : body)
    }
    const body = randomBytes(100_000)
    const got = await send('POST', '/files', { body, headers: { 'x-gateway-config': 'retried' } })
    expect([got.status, got.body.equals(body), got.message.headers['x-gateway-retry-attempt-count']]).toEqual(
      [200, true, '1'],
    )
  })

  it('send a large chat with its overrides each time, with its length', async () => {
    const seen: unknown[] = []
    fixture.answer = (request, response, body) => {
      seen.push([request.headers['content-length'], request.headers['transfer-encoding'], String(body)])
      response.writeHead(seen.length < 3 ? 503 : 200, { 'content-type': 'application/json' })
      response.end('{"object":"chat.completion","choices":[]}')
    }
    const text = 'grüße '.repeat(40_000)
    const chat = (model: string) =>
      JSON.stringify({ messages: [{ role: 'user', content: text }], model, user: text, n: 1 })
    const got = await send('POST', '/chat/completions', {
      body: chat('m'),
      headers: { 'x-gateway-config': 'overridden', 'content-type': 'application/json' },
    })
    const sent = chat('the-model-of-the-config')
    expect(got.status).toBe(200)
    expect(seen).toEqual(Array(3).fill([String(Buffer.byteLength(sent)), undefined, sent]))
  })

  it('move on to the next target', async () => {
    const got = await send('POST', '/files', { body: 'x', headers: { 'x-gateway-config': 'fallback' } })
    expect([got.status, got.message.headers['x-gateway-last-used-option-index']]).toEqual([
      200,
      'config.targets[1]',
    ])
  })

  it('the timeout applies until the headers have arrived, not to a slow body', async () => {
    const begun: ServerResponse[] = []
    fixture.answer = (_request, response) => {
      response.writeHead(200)
      response.write('a')
      begun.push(response)
    }
    const slow = send('GET', '/files', { headers: { 'x-gateway-config': 'slow' } })
    await until(() => begun.length === 1)
    fixture.answer = () => {}
    // The second request ends with the timeout, which the first one is then beyond as well.
    expect((await send('GET', '/files', { headers: { 'x-gateway-config': 'slow' } })).status).toBe(408)
    begun[0]?.end('b')
    expect((await slow).body.toString()).toBe('ab')
  })
})

describe('Large bodies and slow clients', () => {
  const SIZE = 64 * 1024 * 1024

  it('a client that does not read slows the provider down, and gets everything once it reads', async () => {
    let written = 0
    fixture.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': SIZE })
      const piece = Buffer.alloc(65_536, 7)
      const pump = (): void => {
        while (written < SIZE) {
          written += piece.length
          if (!response.write(piece)) return void response.once('drain', pump)
        }
        response.end()
      }
      pump()
    }
    const message = await new Promise<IncomingMessage>(resolve => {
      httpRequest(
        {
          port: fixture.gateway.port,
          host: '127.0.0.1',
          path: '/v1/files/large',
          headers: { 'x-gateway-provider': '@main' },
        },
        resolve,
      ).end()
    })
    message.pause()
    await untilStill(() => written)
    expect(written).toBeLessThan(SIZE / 2)
    let length = 0
    message.on('data', (piece: Buffer) => {
      length += piece.length
    })
    message.resume()
    await new Promise(resolve => message.on('end', resolve))
    expect([length, written]).toEqual([SIZE, SIZE])
  })

  it('a client that disconnects cancels the call at the provider', async () => {
    let closed = false
    fixture.answer = (_request, response) => {
      response.writeHead(200)
      response.write('beginning')
      response.on('close', () => {
        closed = true
      })
    }
    await new Promise<void>(resolve => {
      const outgoing = httpRequest(
        {
          port: fixture.gateway.port,
          host: '127.0.0.1',
          path: '/v1/files',
          headers: { 'x-gateway-provider': '@main', 'x-gateway-trace-id': 'left' },
        },
        message => {
          message.once('data', () => {
            outgoing.destroy()
            resolve()
          })
          message.on('error', () => {})
        },
      )
      outgoing.end()
    })
    await until(() => closed)
    await until(async () =>
      (await fixture.gateway.log()).some(line => line['trace'] === 'left' && line['left'] === true),
    )
  })

  it('a truncated reply closes the client’s connection, after the bytes that arrived', async () => {
    fixture.answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('beginning', () => request.socket.destroy())
    }
    await expect(send('GET', '/files')).rejects.toThrow(/aborted|hang up/)
  })
})
