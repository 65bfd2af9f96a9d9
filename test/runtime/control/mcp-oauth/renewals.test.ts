// Renewals of a person's tokens by several processes, case by case: calls at the same time, a store that is away, and refusals.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { MOODS, reply } from '../../../support/mcp/authority-moods.ts'
import { createRenewalWorld, LIFETIME } from '../../../support/mcp/renewal-world.ts'
import { ROTATING, RULES } from '../../../support/mcp/rotating-authority.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'

/** Closed when the test is over. */
function newStore(): ResourceStore {
  const store = openMemoryStore()
  onTestFinished(() => store.close())
  return store
}

/** A world whose token has just ended, with so many processes. */
async function expired(processes: number, rules = ROTATING) {
  const world = await createRenewalWorld(newStore(), rules)
  for (let count = 0; count < processes; count += 1) world.start()
  await world.connect()
  await world.clock.advance(LIFETIME + 1)
  return world
}

describe('processes that call at the same time', () => {
  it.each(RULES)('renew once: %o', async rules => {
    const world = await expired(4, rules)
    const calls = [0, 1, 2, 3, 0, 1].map(index => world.call(index))
    await world.run(60_000)
    const tokens = await Promise.all(calls)
    expect(new Set(tokens).size).toBe(1)
    expect(world.seen).toEqual({ requests: 1, outdated: 0, removed: 0 })
  })
  it('renew once where the server refuses a token that has not ended', async () => {
    const world = await expired(3)
    for (const index of [0, 1, 2]) await world.finish(index)
    for (const index of [0, 1, 2, 0]) world.refuse(index)
    await world.run(60_000)
    expect(world.seen).toEqual({ requests: 2, outdated: 0, removed: 0 })
  })
  it('use a token while it is being renewed, and where it cannot be', async () => {
    const world = await createRenewalWorld(newStore(), ROTATING)
    world.start()
    await world.connect()
    await world.clock.advance(LIFETIME - 30_000)
    const before = await world.finish(0)
    expect(world.seen.requests).toBe(0)
    world.state.mood = reply(503)
    await world.run(25_000)
    expect(await world.finish(0)).toBe(before)
    world.state.mood = 'well'
    await world.run(10_000)
    expect(await world.finish(0)).not.toBe(before)
  })
  it('renew after the claim of a process that has stopped, and call within a minute', async () => {
    const world = await expired(2)
    void world.call(0)
    // It has read the connection and claimed its renewal, and its request does not arrive.
    for (let count = 0; count < 3; count += 1) await world.step(0, 0)
    world.state.mood = reply(503)
    await world.step(0, 0)
    world.crash(0)
    world.state.mood = 'well'
    expect(isFailure(await world.finish(1))).toBe(false)
    expect(world.seen).toEqual({ requests: 1, outdated: 0, removed: 0 })
  })
  it('respect a claim for as long as its process may still be at work', async () => {
    const world = await expired(2)
    void world.call(0)
    for (let count = 0; count < 3; count += 1) await world.step(0, 0)
    world.freeze(0)
    world.state.mood = reply(503)
    await world.step(0, 0)
    world.state.mood = 'well'
    const result = world.call(1)
    for (let time = 0; time < 29_000; time += 500) {
      await world.clock.advance(500)
      while (await world.step(0, 1));
    }
    expect(world.seen.requests).toBe(0)
    await world.run(2_000)
    expect(isFailure((await result) ?? '')).toBe(false)
  })
  it('send no token after a pause, in which another process has renewed it', async () => {
    const world = await expired(2)
    void world.call(0)
    for (let count = 0; count < 2; count += 1) await world.step(0, 0)
    world.freeze(0)
    await world.step(0, 0)
    expect(isFailure(await world.finish(1))).toBe(false)
    await world.thaw(0)
    await world.run(10_000)
    expect(isFailure(await world.finish(0))).toBe(false)
    expect(world.seen).toEqual({ requests: 1, outdated: 0, removed: 0 })
  })
  it('save what they have renewed also where another process has meanwhile been refused', async () => {
    const world = await expired(2, { rotates: true, detectsReuse: false })
    void world.call(0)
    while (world.seen.requests === 0) await world.step(0, 0)
    world.freeze(0)
    expect(await world.finish(1)).toMatchObject({ code: 'connection_required' })
    await world.thaw(0)
    await world.run(10_000)
    await world.look(1)
    expect(isFailure(await world.finish(1))).toBe(false)
    expect(world.seen).toEqual({ requests: 2, outdated: 1, removed: 1 })
  })
  it('lose a grant where a process stops between the renewal and the write, and the server ends it on reuse', async () => {
    const world = await expired(2)
    void world.call(0)
    while (world.seen.requests === 0) await world.step(0, 0)
    world.crash(0)
    expect(await world.finish(1)).toMatchObject({ code: 'connection_required' })
    expect(world.seen).toEqual({ requests: 2, outdated: 1, removed: 1 })
    expect(world.breaches).toEqual([])
    await world.connect()
    await world.look(1)
    expect(isFailure(await world.finish(1))).toBe(false)
  })
})

describe('a store that is away when a token has been renewed', () => {
  it('gets the token when it is back, and calls use it meanwhile', async () => {
    const world = await expired(2)
    const first = world.call(0)
    while (world.seen.requests === 0) await world.step(0, 0)
    world.state.isStoreAway = true
    await world.run(1_000)
    const token = await first
    expect(isFailure(token)).toBe(false)
    expect(await world.finish(0)).toBe(token)
    expect(await world.finish(1)).toMatchObject({ code: 'store_unavailable' })
    await world.run(600_000)
    world.state.isStoreAway = false
    await world.run(10_000)
    expect(await world.finish(1)).toBe(token)
    expect(world.seen).toEqual({ requests: 1, outdated: 0, removed: 0 })
  })
  it('does not get the token of a connection that was revoked meanwhile, which is revoked too', async () => {
    const world = await expired(2)
    void world.call(0)
    while (world.seen.requests === 0) await world.step(0, 0)
    world.state.isStoreAway = true
    await world.run(1_000)
    await world.revoke()
    world.state.isStoreAway = false
    await world.run(10_000)
    expect(await world.storedTokens()).toBeUndefined()
    expect(world.authority.current()).toBeUndefined()
  })
  it('gets no token that is older than that of a later consent', async () => {
    const world = await expired(1)
    void world.call(0)
    while (world.seen.requests === 0) await world.step(0, 0)
    world.state.isStoreAway = true
    await world.run(1_000)
    await world.connect()
    const newest = await world.storedTokens()
    world.state.isStoreAway = false
    await world.run(10_000)
    expect(await world.storedTokens()).toEqual(newest)
  })
})

describe('an authorization server that issues no token', () => {
  const AUTHORITY = 'The authorization server of the MCP server "mail"'
  const RETRY = (cause: string): string => `${AUTHORITY} cannot issue a token now (${cause}). Retry later.`
  const REFUSES = (cause: string): string =>
    `${AUTHORITY} refuses the gateway (${cause}). An administrator of the gateway must correct its OAuth settings.`
  const NO_TOKEN = `${AUTHORITY} sent no token that can be used. Retry later.`

  it.each([
    [
      'status 429 with a wait',
      `${AUTHORITY} cannot issue a token now (status 429). Retry after 40 seconds.`,
      [],
    ],
    ['status 408', RETRY('status 408'), []],
    ['status 503', RETRY('status 503'), []],
    ['status 500 with invalid_grant', RETRY('invalid_grant'), []],
    ['temporarily_unavailable', RETRY('temporarily_unavailable'), []],
    ['status 200 without JSON', NO_TOKEN, []],
    ['status 200 without a token', NO_TOKEN, []],
    ['no connection', 'Refused.', []],
    ['invalid_client', REFUSES('invalid_client'), ['invalid_client']],
    ['unauthorized_client', REFUSES('unauthorized_client'), ['unauthorized_client']],
    ['status 401', REFUSES('status 401'), ['status 401']],
    ['status 403', REFUSES('status 403'), ['status 403']],
    ['status 404', REFUSES('status 404'), ['status 404']],
    ['status 302', REFUSES('status 302'), ['status 302']],
  ])('keeps the connection, and the reply says whose fault it is: %s', async (mood, message, reports) => {
    const world = await expired(2)
    world.state.mood = MOODS[mood] ?? 'well'
    expect(await world.finish(0)).toMatchObject({ message })
    expect(world.reports).toEqual(reports)
    world.state.mood = 'well'
    // Another process tries at once, the same one when the wait is over.
    expect(isFailure(await world.finish(1))).toBe(false)
    expect(world.seen).toEqual({ requests: 1, outdated: 0, removed: 0 })
  })
  it('gets at most a few requests a minute for a person', async () => {
    const world = await expired(1)
    world.state.mood = reply(401, { error: 'invalid_client' })
    for (let count = 0; count < 300; count += 1) {
      expect(await world.finish(0)).toMatchObject({ code: 'connection_failed' })
      await world.clock.advance(1_000)
    }
    expect(world.reports.length).toBeLessThan(16)
  })
  it('ends the connection with invalid_grant, whatever the other process has read before', async () => {
    const world = await expired(2)
    await world.look(1)
    world.authority.revoke(world.authority.current() ?? '')
    for (const index of [0, 1])
      expect(await world.finish(index)).toMatchObject({ code: 'connection_required' })
    expect(world.seen).toMatchObject({ requests: 1, removed: 1 })
  })
  it('does not end it where a process of an earlier version, which claims nothing, has renewed the token and saves it', async () => {
    const world = await expired(1)
    const issued = world.authority.renew((await world.storedTokens())?.refresh ?? '')
    // The server only refuses the token that is used again.
    world.state.mood = reply(400, { error: 'invalid_grant' })
    const result = world.call(0)
    await world.run(1_500)
    if (issued !== undefined) await world.save(issued)
    await world.run(5_000)
    expect(await result).toBe(issued?.access)
  })
  it('that is slow gets another request from one process', async () => {
    const world = await expired(2)
    const calls = [world.call(0), world.call(1)]
    // The request of the first process does not arrive, and is given up.
    for (let count = 0; count < 2; count += 1) await world.step(0, 0)
    await world.clock.advance(25_000)
    await world.run(60_000)
    const results = await Promise.all(calls)
    expect(results.filter(result => !isFailure(result)).length).toBeGreaterThan(0)
    expect(world.breaches).toEqual([])
  })
})
