// Audio and other relayed bodies: clients that disconnect, providers that stall or send invalid HTTP.
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { exchangeRaw, openRaw, rawRequest } from '../raw-client.ts'
import { answering, bareProvider, gatewayTo, watch } from './harness.ts'

watch()

const BODY = JSON.stringify({ model: '@main/tts-1', input: 'Hello', voice: 'a' })
const ask = (headers: readonly string[] = []): string =>
  rawRequest('POST', '/v1/audio/speech', ['content-type: application/json', ...headers], BODY)
const SOUND =
  'HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ntransfer-encoding: chunked\r\n\r\n5\r\nnoise\r\n'

describe('Speech', () => {
  it('whose client disconnects cancels the provider, and is logged once', async () => {
    let closed = false
    const gateway = await gatewayTo(
      await bareProvider(socket => {
        socket.on('close', () => {
          closed = true
        })
        answering(SOUND)(socket)
      }),
    )
    const { socket, text } = await openRaw(gateway.port)
    socket.write(ask())
    await until(() => text().includes('noise'))
    socket.destroy()
    await until(() => closed)
    const lines = await gateway.log()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ status: 200, left: true, bytesIn: BODY.length, bytesOut: 5 })
  })

  it('that stalls is aborted, and the reason is logged', async () => {
    const gateway = await gatewayTo(await bareProvider(answering(SOUND)), { limits: { idle_timeout: 100 } })
    const text = await exchangeRaw(gateway.port, ask())
    expect(text).toMatch(/^HTTP\/1\.1 200 .*noise/s)
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(await gateway.log()).toMatchObject([
      { status: 200, broken: 'The provider sent nothing for 100 ms.' },
    ])
  })

  it('that the provider does not start is a 408', async () => {
    const gateway = await gatewayTo(await bareProvider(() => {}))
    const text = await exchangeRaw(gateway.port, ask(['connection: close', 'x-gateway-request-timeout: 50']))
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(await gateway.log()).toMatchObject([{ status: 408, attempts: [{ cause: 'timeout' }] }])
  })

  it.each<readonly [string, string]>([
    ['an invalid status', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ])('whose reply has %s is a 502 at once', async (_title, answer) => {
    const gateway = await gatewayTo(await bareProvider(answering(answer)))
    const text = await exchangeRaw(gateway.port, ask(['connection: close']))
    expect(text).toMatch(/^HTTP\/1\.1 502 /)
  })

  it('is not redirected, and reveals no key of the gateway', async () => {
    const answer = 'HTTP/1.1 302 Found\r\nlocation: https://evil.example.com/\r\ncontent-length: 0\r\n\r\n'
    const gateway = await gatewayTo(await bareProvider(answering(answer)))
    const text = await exchangeRaw(gateway.port, ask(['connection: close']))
    expect(text).not.toMatch(/evil|stored-key/)
    expect(JSON.stringify(await gateway.log())).not.toContain('stored-key')
  })
})

describe('A header value that is invalid in HTTP', () => {
  it.each<readonly [string, object]>([
    ['a credential', { provider: 'openai', api_key: 'secret\r\nx-smuggled: 1' }],
    ['a setting', { provider: 'openai', api_key: 'secret', openai_organization: 'secret\nx-smuggled: 1' }],
  ])('is reported, not sent: %s', async (_title, config) => {
    let seen = ''
    const port = await bareProvider(socket => {
      socket.on('data', bytes => {
        seen += bytes
      })
      answering(SOUND)(socket)
    })
    const gateway = await gatewayTo(port)
    const own = JSON.stringify({
      ...config,
      custom_host: `http://127.0.0.1:${port}/v1`,
      retry: { attempts: 2 },
    })
    const text = await exchangeRaw(gateway.port, ask(['connection: close', `x-gateway-config: ${own}`]))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text + JSON.stringify(await gateway.log())).not.toContain('secret')
    expect(seen).not.toContain('x-smuggled')
  })
})
