// What connections of clients may hold is bounded: beyond it those that wait for a request make room, and those in use never do.
import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createClientConnections, IN_USE } from '../../../runtime/http/client-connections.ts'
import { createMemoryBudget } from '../../../runtime/values/memory-budget.ts'

class Client extends Duplex {
  readonly remoteAddress: string
  _httpMessage: object | null | undefined = undefined
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
}

/** With room for three connections without TLS. */
function openThree(bytes = 3 * 8_000) {
  const headerBytes = 4096
  const budget = createMemoryBudget(2 * bytes)
  let dropped = 0
  const connections = createClientConnections({ bytes, headerBytes }, budget.lease(), () => {
    dropped += 1
  })
  const open = (address: string, secure = false): Client => {
    const client = new Client(address)
    connections.open(client, secure)
    return client
  }
  return { open, observe: connections.observe, budget, dropped: () => dropped }
}

describe('Connections of clients', () => {
  it('are charged until they close', async () => {
    const { open, budget } = openThree(100_000)
    const client = open('a')
    expect(budget.used()).toBeGreaterThan(0)
    const plain = budget.used()
    const secure = open('a', true)
    expect(budget.used()).toBeGreaterThan(3 * plain)
    for (const each of [client, secure]) each.destroy()
    await new Promise(setImmediate)
    expect(budget.used()).toBe(0)
  })

  it('that have sent no request make room before those that are idle after one, the oldest first', () => {
    const { open, dropped } = openThree()
    const [idle, first, second] = [open('a'), open('a'), open('a')]
    idle._httpMessage = null
    open('a')
    open('a')
    expect([idle, first, second].map(({ destroyed }) => destroyed)).toEqual([false, true, true])
    expect(dropped()).toBe(2)
  })

  it('of the address that has most make room first', () => {
    const { open } = openThree()
    const [other, first, second] = [open('b'), open('a'), open('a')]
    const late = open('c')
    expect([other, first, second, late].map(({ destroyed }) => destroyed)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  it('of an address that has fewer than the one that comes make no room for it', () => {
    const { open, dropped } = openThree()
    const [other, first, second] = [open('b'), open('a'), open('a')]
    for (const each of [first, second]) each._httpMessage = {}
    other._httpMessage = null
    const late = open('a')
    expect([other, late].map(({ destroyed }) => destroyed)).toEqual([false, true])
    expect(dropped()).toBe(1)
    expect(open('c').destroyed).toBe(false)
    expect(other.destroyed).toBe(true)
  })

  it('are as many as fit into all threads, fewer of them with TLS', () => {
    const bytes = 1_000_000
    const lease = createMemoryBudget(bytes).lease()
    const most = (threads?: number, secure = false): number =>
      createClientConnections({ bytes, headerBytes: 4096, threads }, lease, () => {}).most(secure)
    const { open } = openThree(bytes)
    const opened = Array.from({ length: most() + 1 }, () => {
      const client = open('a')
      client._httpMessage = {}
      return client
    })
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([...Array(most()).fill(false), true])
    expect(most(4)).toBe(4 * most())
    expect(most(1, true)).toBeLessThan(most() / 2)
  })

  it('that are in use are never closed: a new one is', () => {
    const { open, observe, dropped } = openThree()
    const [answered, tunnel, session] = [open('a'), open('a'), open('a')]
    answered._httpMessage = {}
    observe(tunnel, IN_USE)
    observe(session, IN_USE)
    const late = open('b')
    expect([answered, tunnel, session, late].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(dropped()).toBe(1)
    observe(session, { _httpMessage: null })
    expect(open('b').destroyed).toBe(false)
    expect(session.destroyed).toBe(true)
  })
})
