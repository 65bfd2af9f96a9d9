// A part of the matrix of faults on real sockets: each call has the reply that the table of failures promises and one record that names
// who failed, metrics agree, and nothing is left.
import { expect, it } from 'vitest'
import { watch } from '../edge/hostile-routes/harness.ts'
import { startScene } from './gateways.ts'
import { faults, matrix, sample } from './matrix.ts'
import { runScenarios } from './run-scenarios.ts'

watch()
const SEED = 20_261_127

it('every fault, with a strategy and features that the seed chooses, has its reply, its record and its metrics', async () => {
  const scenarios = sample(matrix(faults(SEED)), 400, SEED, ({ fault }) => fault.name)
  expect(await runScenarios(scenarios, await startScene(scenarios))).toEqual([])
})
