// Limits of a fleet, section 30 (D4): whatever happens to processes and the store, and in whatever order, no limit admits more than it
// promises, and once everything works again each call is counted once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../support/property-seed.ts'
import { FleetWorld } from './fleet-world.ts'
import { COUNTERS, MAX_AMOUNT, type Move, type WorldFaults } from './world-counters.ts'

const calls: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant('calls' as const),
  process: fc.nat(3),
  counter: fc.nat(COUNTERS.length - 1),
  count: fc.constantFrom(1, 1, 2, 5, 30),
  amount: fc.integer({ min: 1, max: MAX_AMOUNT }),
})
const settles: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant('settle' as const),
  call: fc.nat(50),
  actual: fc.constantFrom(0, 1, 5, MAX_AMOUNT, 30),
})
const waits: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant('wait' as const),
  milliseconds: fc.constantFrom(0, 1, 10, 30, 49, 50, 60, 200, 1_000, 1_500, 5_000, 20_000, 61_000),
})
const faults: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom<Move>(
    { kind: 'freeze' },
    { kind: 'freeze' },
    { kind: 'thaw' },
    { kind: 'thaw' },
    { kind: 'copy' },
    { kind: 'flush' },
  ),
  fc.record({
    kind: fc.constant('restart' as const),
    memory: fc.constantFrom('kept' as const, 'lost' as const, 'copied' as const),
  }),
  fc.record({ kind: fc.constantFrom('stall' as const, 'resume' as const), process: fc.nat(3) }),
  fc.record({
    kind: fc.constant('step' as const),
    milliseconds: fc.constantFrom(-3_600_000, -30_000, -200, 200, 30_000, 3_600_000),
  }),
)
const moves = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: calls },
    { weight: 2, arbitrary: settles },
    { weight: 3, arbitrary: waits },
    { weight: 3, arbitrary: faults },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
)

/** Numbers in [0, 1) that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function play(
  list: readonly Move[],
  seed: number,
  options: Omit<WorldFaults, 'random'>,
): Promise<FleetWorld> {
  const world = new FleetWorld({ ...options, random: numbersFrom(seed) })
  await world.settleIn()
  await world.run(list)
  await world.heal()
  return world
}

const countsEachCallOnce = (world: FleetWorld): void => {
  expect(world.isGathering).toBe(false)
  for (const [stored, used] of world.budgets()) expect(stored).toBe(used)
}

describe('Whatever happens to a fleet and its store', () => {
  it.each([
    ['answers arrive', false],
    ['answers are lost, and requests arrive twice', true],
  ])(
    'no limit admits more than it promises, and each call counts once: %s',
    { timeout: 120_000 },
    async (_title, isLossy) => {
      await fc.assert(
        fc.asyncProperty(moves, fc.nat(), fc.integer({ min: 1, max: 4 }), async (list, seed, processes) => {
          countsEachCallOnce(await play(list, seed, { processes, losesAnswers: isLossy, doubles: isLossy }))
        }),
        { numRuns: runs(150), interruptAfterTimeLimit: 60_000 },
      )
    },
  )
})

/** Counterexamples of other seeds. */
const CASES: readonly (readonly [string, readonly Move[], number])[] = [
  [
    'changes of a process that was gone arrive twice',
    [
      { kind: 'calls', process: 3, counter: 2, count: 1, amount: 1 },
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'wait', milliseconds: 50 },
      { kind: 'settle', call: 0, actual: 0 },
      { kind: 'stall', process: 3 },
      { kind: 'wait', milliseconds: 61000 },
      { kind: 'wait', milliseconds: 0 },
      { kind: 'settle', call: 0, actual: 0 },
    ],
    2147352424,
  ],
  [
    'the clock goes forward and back before a process hears of it',
    [
      { kind: 'calls', process: 0, counter: 3, count: 1, amount: 1 },
      { kind: 'calls', process: 3, counter: 3, count: 1, amount: 1 },
      { kind: 'wait', milliseconds: 61000 },
      { kind: 'wait', milliseconds: 60 },
      { kind: 'step', milliseconds: 3600000 },
      { kind: 'settle', call: 0, actual: 0 },
      { kind: 'wait', milliseconds: 60 },
      { kind: 'step', milliseconds: -3600000 },
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'settle', call: 0, actual: 0 },
    ],
    0,
  ],
  [
    'a process falls silent with what it has admitted alone',
    [
      { kind: 'restart', memory: 'kept' },
      { kind: 'calls', process: 0, counter: 1, count: 1, amount: 1 },
      { kind: 'stall', process: 0 },
      { kind: 'wait', milliseconds: 20000 },
      { kind: 'wait', milliseconds: 20000 },
      { kind: 'step', milliseconds: -3600000 },
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'restart', memory: 'kept' },
      { kind: 'settle', call: 0, actual: 30 },
      { kind: 'calls', process: 3, counter: 1, count: 30, amount: 16 },
    ],
    0,
  ],
  [
    'the clock goes forward while a process is silent',
    [
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'wait', milliseconds: 20000 },
      { kind: 'step', milliseconds: 3600000 },
      { kind: 'calls', process: 1, counter: 0, count: 30, amount: 1 },
      { kind: 'wait', milliseconds: 50 },
      { kind: 'restart', memory: 'kept' },
      { kind: 'wait', milliseconds: 0 },
    ],
    0,
  ],
  [
    'the clock goes forward, and the store starts again',
    [
      { kind: 'calls', process: 0, counter: 0, count: 30, amount: 1 },
      { kind: 'wait', milliseconds: 60 },
      { kind: 'step', milliseconds: 3600000 },
      { kind: 'wait', milliseconds: 0 },
      { kind: 'calls', process: 0, counter: 0, count: 1, amount: 1 },
      { kind: 'restart', memory: 'kept' },
      { kind: 'calls', process: 1, counter: 0, count: 5, amount: 1 },
    ],
    0,
  ],
]

describe.each([false, true])('With answers lost and requests doubled: %s', isLossy => {
  it.each(CASES)('%s', async (_title, list, seed) => {
    countsEachCallOnce(await play(list, seed, { processes: 2, losesAnswers: isLossy, doubles: isLossy }))
  })
})
