// The whole matrix of faults, and cuts at positions that the seed draws (`npm run chaos`).
import { describe, expect, it } from 'vitest'
import { watch } from '../edge/hostile-routes/harness.ts'
import { startScene } from './gateways.ts'
import { faults, matrix, nameOf, sample } from './matrix.ts'
import { clientScenarios, runClients } from './run-clients.ts'
import { runScenarios } from './run-scenarios.ts'

watch()
const seed = process.env['PORTOLAN_TEST_SEED']
const SEED = seed === undefined ? 20_261_127 : seed === 'random' ? Date.now() % 1e9 : Number(seed)
/** A part of the names of scenarios: only those are run. */
const ONLY = process.env['PORTOLAN_CHAOS'] ?? ''
/** So many at a time, each with gateways of their own: a gateway has a config for each scenario with a circuit breaker. */
const PART = 2000

const chosen = matrix(faults(SEED)).filter(scenario => nameOf(scenario).includes(ONLY))
// In the order of the seed: the same fault everywhere at the same time would be another test.
const scenarios = sample(chosen, chosen.length, SEED, ({ fault }) => fault.name)
const parts = Array.from({ length: Math.ceil(scenarios.length / PART) }, (_, at) =>
  scenarios.slice(at * PART, (at + 1) * PART),
)

describe(`The ${scenarios.length} scenarios of the seed ${SEED}`, () => {
  it.each(parts.map((part, at) => [at + 1, part] as const))(
    'have their replies, records and metrics: part %i',
    async (_at, part) => {
      expect(await runScenarios(part, await startScene(part))).toEqual([])
    },
  )
})

it('Clients that leave, stall or end too early have their replies and records', async () => {
  const clients = clientScenarios()
  expect(await runClients(clients, await startScene(clients.map(({ scenario }) => scenario)))).toEqual([])
})
