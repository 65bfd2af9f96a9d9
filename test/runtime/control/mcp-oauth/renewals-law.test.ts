// Renewals of a person's tokens by several processes: no order of requests, crashes, pauses and failures loses an account whose grant goes on.
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { type Failure, isFailure } from '../../../../runtime/values/failures.ts'
import { MOODS } from '../../../support/mcp/authority-moods.ts'
import { createRenewalWorld, LIFETIME } from '../../../support/mcp/renewal-world.ts'
import { type AuthorityRules, RULES } from '../../../support/mcp/rotating-authority.ts'
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
