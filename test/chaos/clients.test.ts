// A part of the matrix of faulty clients: what they get, one record each, and nothing is left in flight.
import { describe, expect, it } from 'vitest'
import { watch } from '../edge/hostile-routes/harness.ts'
import { startScene } from './gateways.ts'
import { sample } from './matrix.ts'
import { clientScenarios, runBadRequests, runClients } from './run-clients.ts'

watch()
const SEED = 20_261_127

describe('A client', () => {
  it('that leaves, stalls, pipelines or ends too early has its reply and its record, whatever the strategy', async () => {
    const scenarios = sample(clientScenarios(), 150, SEED, ({ client }) => client.name)
    expect(await runClients(scenarios, await startScene(scenarios.map(({ scenario }) => scenario)))).toEqual(
      [],
    )
  })

  it('that writes what is not HTTP is refused, with a record', async () => {
    expect(await runBadRequests(await startScene([]))).toEqual([])
  })
})
