// One key whose bodies never arrive takes no slot from another, and is refused in words.
import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'

afterAll(closeAll)

const key = (id: string, more: object = {}) => ({
  ...more,
  id,
  hash: `sha256:${createHash('sha256').update(id).digest('hex')}`,
})

/** Begins a call whose body does not arrive. */
function hold(port: number, replies: string[]): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer hog\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{"model": ',
    ),
  )
  socket.on('data', bytes => replies.push(String(bytes)))
  socket.on('error', () => {})
  later(async () => void socket.destroy())
  return socket
}

it('a key that holds almost all slots is refused more of them, and the next call of another is served', async () => {
  const gateway = await runGateway({
    providers: { mock: { provider: 'mock' } },
    api_keys: [key('hog'), key('other')],
    limits: { concurrent_requests: 64 },
  })
  later(gateway.stop)
  const replies: string[] = []
  for (let call = 0; call < 100; call += 1) hold(gateway.port, replies)
  const refusals = (): readonly string[] => replies.filter(reply => reply.includes('too_many_concurrent'))
  // Of 100, at most 64 have a slot.
  await until(() => refusals().length >= 20)
  const refused = refusals()
  expect(replies.filter(reply => !reply.startsWith('HTTP/1.1 429 '))).toEqual([])
  expect(refused[0]).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1/is)
  const reply = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer other', 'content-type': 'application/json' },
    body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(reply.status).toBe(200)
})

it.each([
  ['a minute', 'rpm', 'rate_limited'],
  ['flight', 'concurrent', 'too_many_concurrent'],
])(
  'a key with few requests in %s has so many bodies on their way, and refused ones count nowhere',
  async (_title, unit, code) => {
    const gateway = await runGateway({
      providers: { mock: { provider: 'mock' } },
      api_keys: [key('hog', { rate_limits: [{ type: 'requests', unit, value: 5 }] })],
    })
    later(gateway.stop)
    const replies: string[] = []
    const sockets = Array.from({ length: 30 }, () => hold(gateway.port, replies))
    const refusals = (): readonly string[] => replies.filter(reply => reply.includes(code))
    await until(() => refusals().length >= 25)
    expect(refusals()[0]).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d/is)
    const call = (): Promise<Response> =>
      fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer hog', 'content-type': 'application/json' },
        body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }),
      })
    expect((await call()).status).toBe(429)
    expect(replies).toHaveLength(25)
    for (const socket of sockets) socket.destroy()
    // No provider got these calls.
    await until(async () => (await call()).status === 200)
    expect((await gateway.log()).filter(line => line['limit'] !== undefined).length).toBeGreaterThanOrEqual(
      26,
    )
  },
)
