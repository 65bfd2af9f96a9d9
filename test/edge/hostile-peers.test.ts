// Unusual replies of a provider, and more clients at once than are served: the gateway keeps running.
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { bodyOf, CHAT, CLOSE, chat, hostileFixture } from './hostile-fixture.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const fixture = hostileFixture()

describe('Replies of a provider', () => {
  it('informational ones are skipped', async () => {
    const reply = await fixture.get('/early-hints')
    expect([reply.split('HTTP/1.1').length, bodyOf(reply)]).toEqual([2, 'ok'])
  })

  it('trailers are dropped', async () => {
    expect(await fixture.get('/trailers')).not.toMatch(/x-after/)
  })

  it('delimited by the connection’s end pass', async () => {
    expect(bodyOf(await fixture.get('/until-close'))).toContain('until the end')
  })

  it('non-ASCII headers pass unchanged', async () => {
    expect(await fixture.get('/odd-header')).toMatch(/x-odd: caf\xe9 \x80\r\n/)
  })

  it.each(['/bad-header', '/upgraded'])('%s is a 502 or passes, and nothing breaks', async path => {
    expect(await fixture.get(path)).toMatch(/^HTTP\/1\.1 (200|502|500) /)
  })

  it.each([600, 999])('the status %s, which HTTP does not have, is a 502', async status => {
    expect(await fixture.get(`/status-${status}`)).toMatch(/^HTTP\/1\.1 502 .*invalid_upstream_reply/s)
  })

  it('headers up to limits.reply_header_bytes pass, larger ones are a 502', async () => {
    expect(await fixture.get('/headers-of-24000')).toMatch(/^HTTP\/1\.1 200 .*x-large: x{24000}\r/s)
    expect(await fixture.get('/headers-of-48000')).toMatch(/^HTTP\/1\.1 502 .*invalid_upstream_reply/s)
  })

  it('a stream with a length is relayed without it, since its end is added', async () => {
    const body = CHAT.replace('@mock/echo', '@main/m').replace('}]}', '}],"stream":true}')
    const reply = await exchangeRaw(fixture.gateway.port, chat([CLOSE], body))
    expect(reply).not.toMatch(/content-length/i)
    expect(reply).toMatch(/"Hi there".*"error":\{/s)
  })

  it('HEAD of a failure has its headers and no body', async () => {
    const reply = await exchangeRaw(
      fixture.gateway.port,
      rawRequest('HEAD', '/v1/files', ['x-gateway-provider: nobody', CLOSE]),
    )
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(reply)).toBe('')
  })
})

// One client may not have all slots, and other systems have one address of the loopback network.
describe.runIf(process.platform === 'linux')('Too many requests', () => {
  it('get 503 with retry-after, each logged, and later ones are served', async () => {
    const holding: Awaited<ReturnType<typeof openRaw>>[] = []
    for (const address of [...Array.from({ length: 18 }, () => undefined), '127.0.0.2', '127.0.0.3']) {
      const connection = await openRaw(fixture.gateway.port, address)
      connection.socket.write(rawRequest('GET', '/v1/open', ['x-gateway-provider: @main']))
      await until(() => connection.text().includes('beginning'))
      holding.push(connection)
    }
    const refused = await openRaw(fixture.gateway.port)
    refused.socket.write(chat([]))
    await until(() => refused.text().includes('"code":"overloaded"'))
    expect(refused.text()).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused.text()).toMatch(/retry-after: 1\r\n/i)
    // The next try needs no other connection, unless a large body is still on its way.
    expect(refused.text()).not.toMatch(/connection: close/i)
    refused.socket.end(rawRequest('GET', '/healthz', [CLOSE]))
    await until(() => refused.text().includes('"status":"ok"'))
    const large = rawRequest('POST', '/v1/files', ['content-length: 20000000', 'x-gateway-provider: @main'])
    expect(await exchangeRaw(fixture.gateway.port, large)).toMatch(/^HTTP\/1\.1 503 .*connection: close/is)
    expect(
      (await fixture.gateway.log()).some(line => line['error'] === 'overloaded' && line['status'] === 503),
    ).toBe(true)
    expect(await exchangeRaw(fixture.gateway.port, rawRequest('GET', '/healthz', [CLOSE]))).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    for (const { socket } of holding) socket.destroy()
    await until(async () => (await exchangeRaw(fixture.gateway.port, chat())).startsWith('HTTP/1.1 200'))
  })
})
