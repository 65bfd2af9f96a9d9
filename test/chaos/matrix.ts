// All scenarios: every fault with every strategy, whole and streamed, with and without each feature.

import { cutAt } from './cut-at.ts'
import type { Fault } from './fault.ts'
import { FAULTS_OF_BODIES } from './faults-of-bodies.ts'
import { FAULTS_OF_CONNECTIONS } from './faults-of-connections.ts'
import { type Scenario, STRATEGIES } from './oracle.ts'

/** The same sequence for the same seed (a linear congruential generator). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Shares of a reply at which it is cut, in thousandths: the same for the same seed. */
const cuts = (random: () => number, count: number): readonly Fault[] =>
  [...new Set(Array.from({ length: count }, () => 1 + Math.floor(random() * 999)))].map(cutAt)

export const faults = (seed: number, cutCount = 16): readonly Fault[] => [
  ...FAULTS_OF_CONNECTIONS,
  ...FAULTS_OF_BODIES,
  ...cuts(seeded(seed), cutCount),
]

const BOTH = [false, true] as const

export const matrix = (table: readonly Fault[]): readonly Scenario[] =>
  table.flatMap(fault =>
    STRATEGIES.flatMap(strategy =>
      (['whole', 'stream'] as const).flatMap(mode =>
        BOTH.flatMap(cache =>
          BOTH.flatMap(guard =>
            BOTH.flatMap(limit =>
              BOTH.map(logStore => ({ fault, strategy, mode, cache, guard, limit, logStore })),
            ),
          ),
        ),
      ),
    ),
  )

/** So many of them, chosen by the seed; every row of the table is among them. */
export function sample<Row>(
  scenarios: readonly Row[],
  count: number,
  seed: number,
  nameOfRow: (row: Row) => string,
): readonly Row[] {
  const random = seeded(seed)
  const drawn = scenarios
    .map(scenario => ({ scenario, at: random() }))
    .sort((left, right) => left.at - right.at)
  const first = new Map(drawn.map(({ scenario }) => [nameOfRow(scenario), scenario]))
  return [...new Set([...first.values(), ...drawn.map(({ scenario }) => scenario)])].slice(
    0,
    Math.max(count, first.size),
  )
}

export const nameOf = ({ fault, strategy, mode, cache, guard, limit, logStore }: Scenario): string =>
  [
    fault.name,
    strategy,
    mode,
    ...Object.entries({ cache, guard, limit, 'log store': logStore }).flatMap(([name, has]) =>
      has ? [name] : [],
    ),
  ].join(', ')
