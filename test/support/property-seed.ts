// The seed of all property tests, and how many cases they run. The seed is fixed, so that a change is judged by what it changes and
// main stays green; `PORTOLAN_TEST_SEED=random` (or a number) explores other inputs, and a counterexample becomes a case of its own.
import fc from 'fast-check'

const FIXED_SEED = 20_261_122

/** How many times as many cases are run as by `npm test`: 5 in the tier `deep`. */
export const DEPTH = Number(process.env['PORTOLAN_TEST_DEPTH'] ?? 1)

/** The number of runs of a property that `npm test` runs so often. */
export const runs = (count: number): number => count * DEPTH

/** All rows of a long table, or every so many of them where the suite is shallow. */
export const every = <Row>(step: number, rows: readonly Row[], first = 0): readonly Row[] =>
  DEPTH > 1 ? rows : rows.filter((_, at) => at % step === first % step)

const chosen = process.env['PORTOLAN_TEST_SEED']
const seed = chosen === undefined ? FIXED_SEED : Number.parseInt(chosen, 10)
fc.configureGlobal({ numRuns: runs(100), ...(Number.isNaN(seed) ? {} : { seed }) })
