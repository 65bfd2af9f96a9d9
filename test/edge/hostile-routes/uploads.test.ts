// Streamed uploads, with providers that reply early or not at all, and clients that stop in the middle.
import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { exchangeRaw, openRaw, rawRequest } from '../raw-client.ts'
import { answering, bareProvider, gatewayTo, jsonReply, watch } from './harness.ts'

watch()

const LIMITS = { body_bytes: 4096, upload_bytes: 1_000_000 }
const PATH = 'x-gateway-provider: @main'
const SIZE = 500_000
const head = (
  headers: readonly string[] = [PATH, `content-length: ${SIZE}`],
  path = '/v1/uploads/1/parts',
): string => rawRequest('POST', path, headers)
const next = rawRequest('GET', '/v1/models', ['connection: close'])
const BODY = Buffer.alloc(SIZE, 0x61)
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Nothing listens there. */
const nowhere = async (): Promise<number> => {
  const probe = createConnection({ port: 1, host: '127.0.0.1' })
  await new Promise(resolve => probe.once('error', resolve))
  return 1
}

const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(match => match[1] ?? '')

describe('An upload', () => {
  it('whose provider replies early gets that reply, and the connection continues or is closed', async () => {
    const gateway = await gatewayTo(
      await bareProvider(answering(jsonReply('400 Bad Request', '{"error":{"message":"early"}}'))),
      { limits: LIMITS },
    )
    const text = await exchangeRaw(gateway.port, head(), BODY, next)
    expect(statuses(text)[0]).toBe('400')
    expect(text).toContain('early')
    if (!/connection: close/i.test(text)) expect(statuses(text)).toEqual(['400', '200'])
  })

  it('whose provider cannot be reached does not stop the connection', async () => {
    const gateway = await gatewayTo(await nowhere(), { limits: LIMITS })
    const text = await exchangeRaw(gateway.port, head(), BODY, next)
    expect(statuses(text)[0]).toBe('502')
  })

  it('whose provider reads and never replies is a 408, and its connection is free', async () => {
    const gateway = await gatewayTo(await bareProvider(socket => void socket.pause()), {
      limits: { ...LIMITS, concurrent_requests: 1, upload_bytes: 100_000_000 },
    })
    const large = 60_000_000
    const { socket, text } = await openRaw(gateway.port)
    socket.write(head([PATH, `content-length: ${large}`, 'x-gateway-request-timeout: 200']))
    socket.write(Buffer.alloc(large))
    await until(() => text() !== '')
    expect(statuses(text())).toEqual(['408'])
    await until(async () => statuses(await exchangeRaw(gateway.port, next))[0] === '200')
    await until(() => socket.destroyed || socket.writableLength === 0)
    socket.destroy()
  })

  it('that cannot be signed is rejected at once, and the next request of the connection is served', async () => {
    const gateway = await gatewayTo(await nowhere(), {
      limits: LIMITS,
      providers: {
        main: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY}',
          cloud1_secret_access_key: '${env:KEY}',
          cloud1_region: 'us-east-1',
        },
      },
    })
    const text = await exchangeRaw(gateway.port, head(undefined, '/v1/anything'), BODY, next)
    expect(statuses(text)[0]).toBe('413')
  })

  it('that cannot be signed may still go to the next target', async () => {
    const port = await bareProvider(answering(jsonReply('200 OK', '{"id":"second"}')))
    const gateway = await gatewayTo(port, {
      limits: LIMITS,
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
        signed: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY}',
          cloud1_secret_access_key: '${env:KEY}',
          cloud1_region: 'us-east-1',
        },
      },
      configs: {
        both: { strategy: { mode: 'fallback' }, targets: [{ provider: '@signed' }, { provider: '@main' }] },
      },
    })
    const text = await exchangeRaw(
      gateway.port,
      head(['x-gateway-config: both', 'connection: close', `content-length: ${SIZE}`], '/v1/anything'),
      BODY,
    )
    expect(text).toMatch(/^HTTP\/1\.1 200 .*second/s)
  })

  it('that exceeds the limit while streaming is a 413, not a provider failure', async () => {
    let got = 0
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('data', bytes => {
          got += bytes.length
        })
      }),
      { limits: LIMITS },
    )
    const { socket, text } = await openRaw(gateway.port)
    socket.write(head([PATH, 'transfer-encoding: chunked']))
    for (let sent = 0; sent < 1_200_000; sent += 100_000) socket.write(chunk(Buffer.alloc(100_000)))
    await until(() => text() !== '' || socket.destroyed)
    socket.destroy()
    expect(text()).toMatch(/^HTTP\/1\.1 413 .*1000000 bytes/s)
    expect(got).toBeLessThan(1_100_000)
    const [line] = await gateway.log()
    expect(line).toMatchObject({ status: 413, error: 'body_too_large' })
  })

  it('whose client stops in the middle cancels the provider, and is logged once with its size', async () => {
    let closed = false
    let got = 0
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('data', bytes => {
          got += bytes.length
        })
        socket.on('close', () => {
          closed = true
        })
        socket.on('end', () => socket.end())
      }),
      { limits: LIMITS },
    )
    const { socket } = await openRaw(gateway.port)
    socket.write(head())
    socket.write(BODY.subarray(0, 100_000))
    await until(() => got > 100_000)
    socket.destroy()
    await until(() => closed)
    const lines = await gateway.log()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ status: 499, error: 'cancelled', left: true, bytesIn: 100_000 })
  })

  it('in chunks is counted whole', async () => {
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('data', bytes => {
          if (bytes.toString('latin1').endsWith('0\r\n\r\n')) socket.write(jsonReply('200 OK', '{}'))
        })
      }),
      { limits: LIMITS },
    )
    const text = await exchangeRaw(
      gateway.port,
      head([PATH, 'connection: close', 'transfer-encoding: chunked']),
      chunk(BODY),
      '0\r\n\r\n',
    )
    expect(statuses(text)).toEqual(['200'])
    expect((await gateway.log())[0]).toMatchObject({ bytesIn: SIZE })
  })

  it('has one content-length, whatever the client forwards', async () => {
    let seen = ''
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('data', bytes => {
          seen += bytes.toString('latin1')
          if (seen.length >= SIZE) socket.write(jsonReply('200 OK', '{}'))
        })
      }),
      { limits: LIMITS },
    )
    const headers = [
      PATH,
      'connection: close',
      `content-length: ${SIZE}`,
      'x-gateway-forward-headers: content-length, transfer-encoding',
    ]
    await exchangeRaw(gateway.port, head(headers), BODY)
    expect(seen.match(/content-length/gi)).toHaveLength(1)
    expect(seen).not.toMatch(/transfer-encoding/i)
  })

  it('in flight when the gateway stops is ended after the drain timeout', async () => {
    let hasArrived = false
    const provider = await bareProvider(socket => {
      socket.once('data', () => {
        hasArrived = true
      })
    })
    const gateway = await gatewayTo(provider, { limits: LIMITS })
    const { socket, text } = await openRaw(gateway.port)
    socket.write(head())
    socket.write(BODY.subarray(0, 100_000))
    await until(() => hasArrived)
    let isStopped = false
    void gateway.stop().then(() => {
      isStopped = true
    })
    await until(() => isStopped, 2_000)
    await until(() => socket.destroyed)
    expect(text()).not.toContain('200 OK')
  })
})
