// Every recording of every provider, every cross-dialect scenario and every test vector, checked through a gateway.
// See the README; without recordings only the fixtures are checked.
import { afterAll, describe, expect, test } from 'vitest'
import { areRecorded } from '../runtime/providers/recordings.ts'
import { unneeded } from './crossing-check.ts'
import { fixtures } from './fixtures/fixtures.ts'
import { judge, unmet } from './judge.ts'
import { columns, crossJudgements, type Judgement, judgementsOf, vectorJudgements } from './judgements.ts'
import { readRecordings } from './recording.ts'
import { createTally } from './table.ts'

const recordings = readRecordings()
const tally = createTally(columns)

afterAll(() => {
  console.log(`${tally.print()}\n(+n: cases that a recording does not allow, with reasons in exceptions.ts)`)
})

async function expectAll(judgements: readonly Judgement[]): Promise<void> {
  const faults: string[] = []
  for (const each of judgements) {
    const fault = await judge(each, tally)
    if (fault !== undefined) faults.push(fault)
  }
  expect(judgements.length).toBeGreaterThan(0)
  expect(faults.join('\n\n')).toBe('')
}

test('the recordings are present, or the suite reports it', ctx => {
  if (!areRecorded) ctx.skip('No recordings next to the repository: only the fixtures run.')
  expect(recordings.length).toBeGreaterThan(300)
  expect(crossJudgements().length).toBeGreaterThan(150)
  expect(vectorJudgements().length).toBeGreaterThan(35)
})

describe('fixtures', () => {
  test.each(fixtures.map(each => [each.id, each] as const))('%s', (_, each) => expectAll(judgementsOf(each)))
})

describe.runIf(areRecorded)('recordings', () => {
  test.each(recordings.map(each => [each.id, each] as const))('%s', (_, each) =>
    expectAll(judgementsOf(each)),
  )
})

describe.runIf(areRecorded)('cross-dialect scenarios, and vectors', () => {
  test.each([...crossJudgements(), ...vectorJudgements()].map(each => [each.title, each] as const))(
    '%s',
    (_, each) => expectAll([each]),
  )
})

test.runIf(areRecorded)('every exception has a case', () => {
  expect(unmet()).toEqual([])
  expect(unneeded()).toEqual([])
})
