// Requests that are refused while the event loop is too busy: what clients get, what is counted and logged.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type BusyArrival, createShedding } from '../../../runtime/http/shed-requests.ts'
import type { RequestLog } from '../../../runtime/telemetry/reporter.ts'
import { openRaw, rawRequest, writeThenRead } from '../../edge/raw-client.ts'
import { closeAll, later } from '../../support/local-servers.ts'
import { until } from '../../support/until.ts'

afterEach(closeAll)

const requestWith = (...rawHeaders: string[]): IncomingMessage =>
  ({ rawHeaders, socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage

const SENDER = { credential: undefined, address: 7 }

/** Shedding whose loop is so busy from the beginning that it serves a request or two in a second. */
function busy() {
  let now = 0
  let atEnd: (() => void)[] = []
  const seen = { refused: 0, lines: [] as object[], timers: [] as (() => void)[], waits: [] as number[] }
  const shedding = createShedding(
    { precise: () => now, idle: () => 0, endOfTurn: action => void atEnd.push(action) },
    {
      clock: {
        now: () => 0,
        monotonic: () => 0,
        after: (milliseconds, action) => {
          seen.timers.push(action)
          seen.waits.push(milliseconds)
          return () => {}
        },
      },
      randomId: () => '2a'.repeat(16),
      log: {
        write: (record: object) => void seen.lines.push(record),
        request: () => {},
      } as unknown as RequestLog,
      onRefusedRequest: () => {
        seen.refused += 1
      },
      lingering: { count: 0 },
    },
  )
  for (let turn = 0; turn < 4; turn += 1) {
    for (let index = 0; index < 64; index += 1) shedding.arrive(requestWith())
    now += 300
    for (const action of atEnd.splice(0)) action()
  }
  atEnd = []
  return { shedding, seen }
}

const arrivalOf = (request: IncomingMessage): BusyArrival =>
  ({ request, response: {}, path: '', pathname: '' }) as unknown as BusyArrival

/** Sends as many requests as are served at once, and the one that waits, which it returns. */
function takeTurns(shedding: ReturnType<typeof createShedding>): BusyArrival {
  for (;;) {
    const arrival = arrivalOf(requestWith())
    if (shedding.turnsAway(SENDER, arrival, () => {})) return arrival
  }
}

async function serveBusily() {
  const { shedding, seen } = busy()
  let isBusy = true
  takeTurns(shedding)
  seen.timers = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice('/v1'.length)
    const arrival = { request, response, path, pathname: request.url ?? '' }
    if (isBusy && shedding.turnsAway(SENDER, arrival, () => {})) return
    request.resume()
    response.end('served')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  later(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const client = await openRaw(port)
  later(async () => void client.socket.destroy())
  return {
    client,
    port,
    seen,
    rest: (): void => {
      isBusy = false
    },
  }
}

const line = (refused: number) => ({
  level: 'warning',
  message: 'Requests were refused: the gateway is too busy.',
  refused,
})

describe('A request that is refused because the gateway is too busy', () => {
  it('is 503 overloaded with retry-after, on a connection that stays', async () => {
    const { client, rest } = await serveBusily()
    client.socket.write(rawRequest('POST', '/v1/chat/completions', [], 'x'.repeat(100_000)))
    await until(() => client.text().includes('"code":"overloaded"'))
    expect(client.text()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
    expect(client.text()).toMatch(/retry-after: 1\r\n/i)
    expect(client.text()).not.toMatch(/connection: close/i)
    rest()
    client.socket.write(rawRequest('POST', '/v1/chat/completions', [], '{}'))
    await until(() => client.text().endsWith('served') || client.text().includes('served\r\n'))
  })

  it('reaches a client that writes all of an upload before it reads', async () => {
    const { client, port } = await serveBusily()
    client.socket.destroy()
    const body = 'x'.repeat(20_000_000)
    for (let time = 0; time < 3; time += 1)
      expect(await writeThenRead(port, rawRequest('POST', '/v1/files', [], body))).toMatch(
        /^HTTP\/1\.1 503 Service Unavailable\r\n/,
      )
  })

  it('has the format of its API', async () => {
    const { client } = await serveBusily()
    client.socket.write(rawRequest('POST', '/v1/messages', [], '{}'))
    await until(() => client.text().includes('too busy'))
    expect(client.text()).toContain('{"type":"error","error":{"type":"overloaded_error"')
  })

  it('closes the connection only where a large body is on its way', async () => {
    const { client } = await serveBusily()
    client.socket.write(rawRequest('POST', '/v1/files', ['content-length: 20000000']))
    await until(() => client.text().includes('too busy'))
    expect(client.text()).toMatch(/connection: close\r\n/i)
  })

  it('is counted, and logged with all others of its second in one line', async () => {
    const { client, seen } = await serveBusily()
    for (let sent = 0; sent < 3; sent += 1) client.socket.write(rawRequest('GET', '/v1/models'))
    await until(() => seen.refused === 3)
    expect([seen.lines, seen.timers.length]).toEqual([[], 1])
    seen.timers[0]?.()
    expect(seen.lines).toEqual([line(3)])
    client.socket.write(rawRequest('GET', '/v1/models'))
    await until(() => seen.refused === 4)
    seen.timers[1]?.()
    expect(seen.lines).toEqual([line(3), line(1)])
  })
})

describe('The first request of a sender that comes too early', () => {
  it('waits for its turn, and is served then', async () => {
    const { shedding, seen } = busy()
    const arrival = takeTurns(shedding)
    expect(seen.waits).toEqual([expect.toSatisfy((milliseconds: number) => milliseconds > 0)])
    expect(shedding.turnsAway(SENDER, arrival, () => {})).toBe(false)
    expect([seen.refused, seen.lines]).toEqual([0, []])
  })

  it('is told when its turn has come', async () => {
    const { shedding, seen } = busy()
    const turns: Promise<void>[] = []
    while (!shedding.turnsAway(SENDER, arrivalOf(requestWith()), turn => void turns.push(turn)));
    let hasCome = false
    void turns[0]?.then(() => {
      hasCome = true
    })
    await Promise.resolve()
    expect(hasCome).toBe(false)
    seen.timers[0]?.()
    await turns[0]
    expect(hasCome).toBe(true)
  })
})

describe('Senders', () => {
  const { shedding } = busy()
  const sender = (...headers: string[]) => shedding.arrive(requestWith(...headers))
  it.each([
    ['authorization', 'Bearer one'],
    ['X-Api-Key', 'one'],
    ['x-gateway-api-key', 'one'],
    ['x-goog-api-key', 'one'],
  ])('are told apart by %s, once it was accepted', (name, value) => {
    const [first, second] = [sender(name, value), sender(name, 'another')]
    expect(first?.credential).not.toBe(second?.credential)
    expect(first).toEqual(sender(name, value))
    expect(sender('content-type', value)?.credential).toBeUndefined()
  })
})
