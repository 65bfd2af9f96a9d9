// Clients of HTTP/2 that reset what they send at once, again and again (CVE-2023-44487): their connection ends, and their address waits.
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { afterAll, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { runGateway } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'

afterAll(closeAll)

const { certificate, key } = selfSigned('resets')
const folder = makeFolder({ 'a.pem': certificate, 'a.key': key })

/**
 * Sends requests and resets each at once, between requests that are served; resolves with the code with which the gateway ends the
 * connection, if it does.
 */
async function resetMany(port: number, count: number, served = 0): Promise<number | undefined> {
  const session = connect(`https://localhost:${port}`, { ca: certificate })
  let code: number | undefined
  const closed = new Promise<void>(resolve => session.once('close', resolve))
  session.on('error', () => {}).setMaxListeners(0)
  session.on('goaway', reason => {
    code = reason
  })
  await new Promise(resolve => void session.once('connect', resolve))
  for (let sent = 0; sent < count && !session.closed && !session.destroyed; sent += 1) {
    const stream = session.request(
      { ':method': 'POST', ':path': '/v1/chat/completions' },
      { endStream: false },
    )
    stream.on('error', () => {})
    // After its headers were sent.
    setImmediate(() => stream.close(constants.NGHTTP2_CANCEL))
    await closedOf(stream, session)
    for (let others = 0; others < served; others += 1)
      await closedOf(session.request({ ':path': '/healthz' }).resume(), session)
  }
  session.close()
  await closed
  return code
}

const closedOf = (stream: ClientHttp2Stream, session: ClientHttp2Session): Promise<void> =>
  new Promise<void>(resolve => {
    stream.on('error', () => {}).once('close', resolve)
    session.once('close', resolve)
  })

it('a few resets are a matter of course, and after many the connection ends and the address waits', async () => {
  const gateway = await runGateway({
    listen: { port: 0, tls: { certificate: `${folder}/a.pem`, key: `${folder}/a.key` } },
    providers: { mock: { provider: 'mock' } },
  })
  later(gateway.stop)
  expect(await resetMany(gateway.port, 50)).toBeUndefined()
  expect(await resetMany(gateway.port, 1_000)).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  const next = connect(`https://localhost:${gateway.port}`, { ca: certificate })
  next.on('error', () => {})
  const stream = next.request({ ':path': '/healthz' })
  const status = await new Promise(resolve => {
    stream.once('response', headers => resolve(headers[':status']))
    stream.on('error', () => {})
    stream.once('close', () => resolve('closed'))
  })
  expect(status).toBe('closed')
})

it('as many resets as other requests of the address are served end nothing: a proxy has the clients of many', async () => {
  const gateway = await runGateway({
    listen: { port: 0, tls: { certificate: `${folder}/a.pem`, key: `${folder}/a.key` } },
    providers: { mock: { provider: 'mock' } },
  })
  later(gateway.stop)
  expect(await resetMany(gateway.port, 400, 1)).toBeUndefined()
})
