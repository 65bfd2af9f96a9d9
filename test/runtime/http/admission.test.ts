// Admission follows the turns and the use of the event loop, and nothing else; what the loop can carry is divided fairly between keys.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../runtime/http/shed-requests.ts'

/** Milliseconds that the loop spends on a request that is served, and on one that is refused. */
const COST = 0.25
const REFUSAL = 0.03
/** Requests of a client that wait for their replies at most. */
const CONNECTIONS = 2000

interface Client {
  readonly key: number
  /** Requests in a millisecond. */
  readonly rate: number
  /** Its key is not one of the gateway's. */
  readonly isStranger?: boolean
  /** Sends the next request when it has the reply, at any rate. */
  readonly isOneByOne?: boolean
}

interface Served {
  readonly served: number
  readonly refused: number
  /** Milliseconds that a request has waited for its turn at most. */
  readonly waited: number
}

const NONE: Served = { served: 0, refused: 0, waited: 0 }

/** An event loop in which only requests take time: each turn serves what arrived during the one before. */
function scene() {
  let now = 0
  let idle = 0
  const atEnd: (() => void)[] = []
  const admission = createAdmission({
    precise: () => now,
    idle: () => idle,
    endOfTurn: action => void atEnd.push(action),
  })
  const pending = new Map<Client, number>()
  /** Requests that wait for their turn. */
  let waiting: { client: Client; since: number; turn: number }[] = []
  /** Runs turns for so many milliseconds, with pauses in which the loop does something else. */
  const run = (clients: readonly Client[], milliseconds: number, cost = COST): Map<Client, Served> => {
    const counts = new Map(clients.map(client => [client, { served: 0, refused: 0, waited: 0 }]))
    const end = now + milliseconds
    let last = now
    while (now < end) {
      const elapsed = now - last
      last = now
      for (const client of clients) {
        const isFree = !waiting.some(each => each.client === client)
        const more = client.isOneByOne === true ? Number(isFree) : elapsed * client.rate
        pending.set(client, Math.min(CONNECTIONS, (pending.get(client) ?? 0) + more))
      }
      // Requests of all clients arrive in turn, as they share the time.
      const arrived = clients.flatMap(client => {
        const whole = Math.floor(pending.get(client) ?? 0)
        pending.set(client, (pending.get(client) ?? 0) - whole)
        return Array.from({ length: whole }, (_, index) => ({ client, at: (index + 0.5) / whole }))
      })
      for (const { client } of arrived.sort((a, b) => a.at - b.at)) {
        const { key, isStranger = false } = client
        const count = counts.get(client) ?? NONE
        const isShedding = admission.arrive()
        const wait = isShedding ? admission.admit({ credential: key, address: 7 }) : 0
        if (wait === undefined) {
          now += REFUSAL
          counts.set(client, { ...count, refused: count.refused + 1 })
        } else if (wait > 0) waiting.push({ client, since: now, turn: now + wait })
        else {
          if (isShedding && !isStranger) admission.accept(key)
          now += cost
          counts.set(client, { ...count, served: count.served + 1 })
        }
      }
      const due = waiting.filter(({ turn }) => turn <= now)
      waiting = waiting.filter(({ turn }) => turn > now)
      for (const { client, since } of due) {
        admission.arrive()
        const count = counts.get(client) ?? NONE
        const waited = Math.max(count.waited, now - since)
        now += cost
        counts.set(client, { ...count, served: count.served + 1, waited })
      }
      for (const action of atEnd.splice(0)) action()
      if (arrived.length + due.length > 0) continue
      now += 1
      idle += 1
    }
    return counts
  }
  return { run }
}

const perSecond = (rate: number): number => rate / 1000
const only = (counts: Map<Client, Served>): Served => [...counts.values()][0] ?? NONE

describe('Admission', () => {
  it('refuses nothing that the loop can carry', () => {
    const { run } = scene()
    expect(only(run([{ key: 1, rate: perSecond(3600) }], 20_000)).refused).toBe(0)
  })

  it('takes neither a pause nor a few requests that take long for overload', () => {
    const { run } = scene()
    const client = { key: 1, rate: perSecond(2000) }
    run([client], 1000)
    // A pause of the garbage collector, after which more requests wait.
    expect(only(run([client], 1, 300)).refused).toBe(0)
    expect(only(run([client], 1000)).refused).toBe(0)
    expect(only(run([{ key: 1, rate: perSecond(15) }], 20_000, 80)).refused).toBe(0)
  })

  it('serves nine tenths of what the loop can carry under five times the normal load, and refuses the rest', () => {
    const { run } = scene()
    const client = { key: 1, rate: perSecond(10_000) }
    run([client], 2000)
    const { served, refused } = only(run([client], 10_000))
    // 0.9 of the time is used; what refusing takes of it is not left for serving.
    const most = (10_000 * 0.9 - refused * REFUSAL) / COST
    expect(served).toBeGreaterThan(most * 0.9)
    expect(served).toBeLessThan(most * 1.1)
    expect(served + refused).toBeGreaterThan(90_000)
  })

  it('serves half of before at least, and all for half a minute where refusing alone takes all the time', () => {
    const { run } = scene()
    const client = { key: 1, rate: perSecond(40_000) }
    const first = only(run([client], 3000))
    expect(first.refused).toBeGreaterThan(1000)
    expect(first.served).toBeGreaterThan((3000 / COST / 2) * 0.8)
    run([client], 2000)
    expect(only(run([client], 20_000))).toMatchObject({ refused: 0 })
    expect(only(run([client], 20_000)).refused).toBeGreaterThan(0)
  })

  it('serves all again a second after the load has fallen', () => {
    const { run } = scene()
    run([{ key: 1, rate: perSecond(10_000) }], 3000)
    const calm = { key: 1, rate: perSecond(2000) }
    run([calm], 1500)
    expect(only(run([calm], 20_000)).refused).toBe(0)
  })

  it('refuses keys that send most, and one request in fifty at most of those that send little', () => {
    const { run } = scene()
    const greedy = { key: 1, rate: perSecond(10_000) }
    const others = [2, 3, 4].map(key => ({ key, rate: perSecond(300) }))
    run([greedy, ...others], 2000)
    const counts = run([greedy, ...others], 10_000)
    for (const other of others) expect(counts.get(other)?.refused).toBeLessThan(60)
    expect(counts.get(greedy)?.refused).toBeGreaterThan(10_000)
  })

  it('refuses no request of a key that has a single one in flight, and lets it wait for at most a quarter of a second', () => {
    const { run } = scene()
    const greedy = { key: 1, rate: perSecond(10_000) }
    const others = [2, 3].map(key => ({ key, rate: 0, isOneByOne: true }))
    run([greedy, ...others], 2000)
    const counts = run([greedy, ...others], 10_000)
    for (const other of others) {
      expect(counts.get(other)).toMatchObject({ refused: 0 })
      expect(counts.get(other)?.served).toBeGreaterThan(1000)
      expect(counts.get(other)?.waited).toBeLessThan(250)
    }
    expect(counts.get(greedy)?.refused).toBeGreaterThan(10_000)
  })

  it('gives those who invent keys one share together', () => {
    const { run } = scene()
    const key = { key: 1, rate: perSecond(500) }
    const invented = Array.from({ length: 200 }, (_, index) => ({
      key: 1000 + index * 7919,
      rate: perSecond(50),
      isStranger: true,
    }))
    run([key, ...invented], 3000)
    const counts = run([key, ...invented], 10_000)
    expect(counts.get(key)?.refused).toBeLessThan(100)
  })

  it('never serves one key more than its share while another has less, whatever each sends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 20_000 }), { minLength: 2, maxLength: 12 }),
        fc.double({ min: 2, max: 6, noNaN: true }),
        (weights, overload) => {
          const { run } = scene()
          const total = weights.reduce((sum, weight) => sum + weight, 0)
          const clients = weights.map((weight, index) => ({
            key: index + 1,
            rate: (weight / total) * (overload / COST),
          }))
          run(clients, 3000)
          const counts = [...run(clients, 5000).values()]
          const most = Math.max(...counts.map(({ served }) => served))
          for (const { served, refused } of counts)
            expect(served).toBeGreaterThan(Math.min((served + refused) * 0.7, most * 0.7) - 30)
        },
      ),
      { numRuns: 15 },
    )
  })
})
