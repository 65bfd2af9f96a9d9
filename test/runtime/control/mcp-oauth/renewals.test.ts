// Renewals of a person's tokens by several processes: no order of requests, crashes, pauses and failures loses an account whose grant goes on.
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { type Failure, failure, isFailure } from '../../../../runtime/values/failures.ts'
import { type AuthorityMood, createRenewalWorld, LIFETIME } from '../../../support/mcp/renewal-world.ts'
import type { AuthorityRules } from '../../../support/mcp/rotating-authority.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import '../../../support/property-seed.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const schemas = postgresSchemas()
const hasPostgres = await isPostgresListening()
const opened: ResourceStore[] = []
afterAll(async () => {
  for (const store of opened) await store.close()
})
const openAt = async (address: string): Promise<ResourceStore> => {
  const options = { folder: temporaryFolder({}), environment: {}, clock: virtualClock() }
  const store = await openResourceStore(address, options)
  if (!('commit' in store)) throw new Error(String(store))
  opened.push(store)
  return store
}
const openInMemory = async (): Promise<ResourceStore> => {
  const store = openMemoryStore()
  opened.push(store)
  return store
}

const ROTATING = { rotates: true, detectsReuse: true }
const RULES: readonly AuthorityRules[] = [
  ROTATING,
  { rotates: true, detectsReuse: false },
  { rotates: false, detectsReuse: false },
]

const reply = (status: number, json: object = {}, headers: readonly string[] = []) => ({
  status,
  headers,
  json: json as never,
})
const MOODS: Readonly<Record<string, AuthorityMood>> = {
  well: 'well',
  'loses replies': 'loses-replies',
  'status 429 with a wait': reply(429, {}, ['retry-after', '40']),
  'status 408': reply(408),
  'status 503': reply(503),
  'status 500 with invalid_grant': reply(500, { error: 'invalid_grant' }),
  temporarily_unavailable: reply(400, { error: 'temporarily_unavailable' }),
  'status 200 without JSON': reply(200),
  'status 200 without a token': reply(200, { token_type: 'Bearer' }),
  'no connection': failure('upstream_unreachable', 'Refused.', { cause: 'refused' }),
  invalid_client: reply(401, { error: 'invalid_client' }),
  unauthorized_client: reply(400, { error: 'unauthorized_client' }),
  'status 401': reply(401),
  'status 403': reply(403),
  'status 404': reply(404),
  'status 302': reply(302),
}

type Action = readonly [kind: string, process: number, value: number]

const actionArbitrary: fc.Arbitrary<Action> = fc.tuple(
  fc.oneof(
    { weight: 12, arbitrary: fc.constant('step') },
    { weight: 5, arbitrary: fc.constant('call') },
    { weight: 3, arbitrary: fc.constant('pass') },
    { weight: 2, arbitrary: fc.constant('run') },
    ...['refuse', 'look', 'mood'].map(kind => ({ weight: 2, arbitrary: fc.constant(kind) })),
    ...['crash', 'freeze', 'thaw', 'away', 'back', 'pass long', 'set clock', 'connect', 'revoke'].map(
      kind => ({ weight: 1, arbitrary: fc.constant(kind) }),
    ),
  ),
  fc.nat(3),
  fc.nat(40),
)

interface Course {
  readonly rules: AuthorityRules
  readonly processes: number
  /** Milliseconds before the token ends at which it begins. */
  readonly before: number
  readonly actions: readonly Action[]
}
const courseArbitrary: fc.Arbitrary<Course> = fc.record({
  rules: fc.constantFrom(...RULES),
  processes: fc.integer({ min: 2, max: 4 }),
  before: fc.constantFrom(50_000, 5_000, -1_000),
  actions: fc.array(actionArbitrary, { maxLength: 80 }),
})

type World = Awaited<ReturnType<typeof createRenewalWorld>>

async function act(world: World, [kind, process, value]: Action): Promise<void> {
  const moods = Object.values(MOODS)
  switch (kind) {
    case 'step':
      await world.step(value, world.processes[process] && process)
      return
    case 'call':
      void world.call(process)
      return
    case 'pass':
      return await world.clock.advance(value * 100)
    case 'pass long':
      return await world.clock.advance(value * 1_000)
    case 'run':
      return await world.run(value * 1_000)
    case 'refuse':
      return world.refuse(process)
    case 'look':
      return await world.look(process)
    case 'mood':
      world.state.mood = value % 2 === 0 ? 'well' : (moods[value % moods.length] ?? 'well')
      return
    case 'crash':
      return world.crash(process)
    case 'freeze':
      return world.freeze(process)
    case 'thaw':
      return await world.thaw(process)
    case 'away':
    case 'back':
      world.state.isStoreAway = kind === 'away'
      return
    case 'set clock':
      return world.clock.setWallClock((value - 20) * 10_000)
    case 'connect':
      return await world.connect()
    default:
      return await world.revoke()
  }
}

async function follow(store: ResourceStore, { rules, processes, before, actions }: Course): Promise<World> {
  const world = await createRenewalWorld(store, rules)
  for (let count = 0; count < processes; count += 1) world.start()
  await world.connect()
  await world.clock.advance(LIFETIME - before)
  for (const [kind, process, value] of actions) await act(world, [kind, process % processes, value])
  world.state.mood = 'well'
  world.state.isStoreAway = false
  for (let index = 0; index < processes; index += 1) await world.thaw(index)
  return world
}

/** What calls of every process come to once all is well again. */
async function verify(world: World): Promise<void> {
  const lives = world.isAlive(await world.storedTokens())
  await world.run(400_000)
  const fresh = world.start()
  const results: (string | Failure)[] = []
  for (const index of world.processes.keys()) {
    await world.look(index)
    if (world.isRunning(index)) results.push(await world.finish(index))
  }
  expect(results.length).toBeGreaterThan(0)
  expect(fresh).toBe(world.processes.length - 1)
  expect(world.breaches).toEqual([])
  for (const result of results)
    if (world.state.isRevoked) expect(result).toMatchObject({ code: 'connection_required' })
    else if (lives) expect(isFailure(result) ? result.message : world.authority.accepts(result)).toBe(true)
    else if (isFailure(result)) expect(result.code).toBe('connection_required')
}

const law = (open: () => Promise<ResourceStore>, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(courseArbitrary, async course => {
      await verify(await follow(await open(), course))
    }),
    { numRuns },
  )

describe('an account whose grant goes on', () => {
  it('is lost by no interleaving of renewals, crashes, pauses and failures, with a store in memory', async () => {
    await law(openInMemory, 300)
  }, 120_000)
  it('is not lost with SQLite either', async () => {
    await law(() => openAt('sqlite:store.db'), 20)
  }, 120_000)
  it.runIf(hasPostgres)(
    'is not lost with PostgreSQL either',
    async () => {
      await law(() => openAt(schemas.create().href), 8)
    },
    120_000,
  )
})

/** A world whose token has just ended, with so many processes. */
async function expired(processes: number, rules = ROTATING): Promise<World> {
  const world = await createRenewalWorld(await openInMemory(), rules)
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
    const world = await createRenewalWorld(await openInMemory(), ROTATING)
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
