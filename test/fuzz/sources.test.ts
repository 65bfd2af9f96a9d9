// A seeded part of the fuzzers of sources: for any text, findings have a code and a place, and no output shows the secret in it.
import { expect, it } from 'vitest'
import { DEPTH } from '../support/property-seed.ts'
import { fuzz } from './fuzz.ts'
import { SOURCE_TARGETS } from './source-targets.ts'

it('compiler, fixes, formatter, migration and import never throw or hang, and show no secret', async () => {
  expect((await fuzz(25 * DEPTH, 20_261_127, () => false, SOURCE_TARGETS)).findings).toEqual([])
})
