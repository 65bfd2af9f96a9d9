// Clients on real sockets: those that close their side, and those that send slowly (semantics, sections 8 and 13).
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { chat, JSON_TYPE } from './hostile-fixture.ts'
import { bareProvider, gatewayTo, jsonReply, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

watch()

const REPLY = jsonReply('200 OK', '{"id":"c","object":"chat.completion","choices":[]}')
const CALL = rawRequest(
  'POST',
  '/v1/chat/completions',
  [JSON_TYPE],
  '{"model":"@main/m","messages":[{"role":"user","content":"Hi"}]}',
)

/** A gateway and a provider that replies when told to. */
async function heldCall() {
  let reply = (): void => {}
  let cancelled = false
  const port = await bareProvider(socket => {
    socket.on('end', () => {
      cancelled = true
    })
    socket.on('data', () => {
      reply = () => void socket.end(REPLY)
      received = true
    })
  })
  let received = false
  const gateway = await gatewayTo(port)
  const client = await openRaw(gateway.port)
  return { client, reply: () => reply(), received: () => received, cancelled: () => cancelled }
}

describe('A client that closes its side', () => {
  it('after its request gets the reply, however long that takes', async () => {
    const { client, reply, received } = await heldCall()
    client.socket.end(CALL)
    await until(received)
    await until(() => client.text().split('HTTP/1.1 102 Processing').length > 3)
    reply()
    await until(() => client.text().includes('chat.completion'))
    expect(client.text()).toMatch(/^(HTTP\/1\.1 102 Processing\r\n\r\n)+HTTP\/1\.1 200 /)
  })

  it('because it has disconnected ends its call', async () => {
    const { client, received, cancelled } = await heldCall()
    client.socket.write(CALL)
    await until(received)
    client.socket.destroy()
    await until(cancelled)
  })
})

describe('A request', () => {
  it('that takes longer than limits.body_timeout to arrive is a 408 that says so', async () => {
    const gateway = await gatewayTo(1, { limits: { body_timeout: 1000 } })
    const reply = await exchangeRaw(gateway.port, chat([]).slice(0, -5))
    expect(reply).toMatch(/^HTTP\/1\.1 408 .*connection: close.*limits\.body_timeout.*"code":"timeout"/is)
    const trace = /x-gateway-trace-id: (\S+)/.exec(reply)?.[1]
    expect(await gateway.log()).toMatchObject([
      { trace, status: 408, error: 'timeout', path: '/v1/chat/completions' },
    ])
  })

  it('at /messages, in the form of its clients', async () => {
    const gateway = await gatewayTo(1, { limits: { body_timeout: 1000 } })
    const head = rawRequest('POST', '/v1/messages', [
      JSON_TYPE,
      'anthropic-version: 2023-06-01',
      'content-length: 9',
    ])
    expect(await exchangeRaw(gateway.port, `${head}{"a":`)).toMatch(
      /^HTTP\/1\.1 408 .*\r\n\r\n\{"type":"error","error":\{"type":"[a-z_]+","message":"[^"]*limits\.body_timeout/s,
    )
  })

  it('and of which nothing but a part of the headers arrives, is a 408 too', async () => {
    const gateway = await gatewayTo(1, { limits: { body_timeout: 1000 } })
    expect(await exchangeRaw(gateway.port, 'POST /v1/messages HTTP/1.1\r\nhost: x\r\n')).toMatch(
      /^HTTP\/1\.1 408 .*limits\.body_timeout/s,
    )
    expect(await gateway.log()).toMatchObject([{ status: 408, error: 'timeout' }])
  })

  it('with another transfer coding than chunked is a 501', async () => {
    const gateway = await gatewayTo(1)
    const headers = [JSON_TYPE, 'transfer-encoding: gzip, chunked']
    const request = `${rawRequest('POST', '/v1/chat/completions', headers)}2\r\n{}\r\n0\r\n\r\n`
    expect(await exchangeRaw(gateway.port, request)).toMatch(
      /^HTTP\/1\.1 501 .*connection: close.*transfer coding \\"gzip, chunked\\" .*not_implemented/is,
    )
  })
})
