// Clients on real sockets: those that close their side, and those that send slowly (semantics, sections 8 and 13).
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { CLOSE, chat, JSON_TYPE } from './hostile-fixture.ts'
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
    expect(await exchangeRaw(gateway.port, chat([CLOSE]).slice(0, -5))).toMatch(
      /^HTTP\/1\.1 408 .*limits\.body_timeout/s,
    )
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
