// A seeded part of the fuzzers (`npm run fuzz`): what parsers read of damaged input is a value or a failure, the same however it is cut.
import { expect, it } from 'vitest'
import { DEPTH } from '../support/property-seed.ts'
import { fuzz } from './fuzz.ts'

it('parsers of what strangers send never throw, hang or contradict themselves', async () => {
  expect((await fuzz(250 * DEPTH, 20_261_127)).findings).toEqual([])
})
