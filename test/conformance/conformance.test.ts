// Every recording of every provider, every cross-dialect scenario and every test vector, checked through a gateway.
// See the README; without recordings only the fixtures are checked.
import { afterAll, describe, expect, test } from 'vitest'
import { areRecorded } from '../runtime/providers/recordings.ts'
import { unusedDifferences } from './check-crossing.ts'
import { type ConformanceCase, casesOf, columns, crossCases, vectorCases } from './conformance-cases.ts'
import { fixtures } from './fixtures/fixtures.ts'
import { readRecordings } from './recording.ts'
import { createResultTable } from './result-table.ts'
import { runCase, unmatchedExceptions } from './run-case.ts'

const recordings = readRecordings()
const table = createResultTable(columns)

afterAll(() => {
  console.log(`${table.print()}\n(+n: cases that a recording does not allow, with reasons in exceptions.ts)`)
})

async function expectAll(cases: readonly ConformanceCase[]): Promise<void> {
  const failures: string[] = []
  for (const each of cases) {
    const failure = await runCase(each, table)
    if (failure !== undefined) failures.push(failure)
  }
  expect(cases.length).toBeGreaterThan(0)
  expect(failures.join('\n\n')).toBe('')
}

test('the recordings are present, or the suite reports it', ctx => {
  if (!areRecorded) ctx.skip('No recordings next to the repository: only the fixtures run.')
  expect(recordings.length).toBeGreaterThan(300)
  expect(crossCases().length).toBeGreaterThan(150)
  expect(vectorCases().length).toBeGreaterThan(35)
})

describe('fixtures', () => {
  test.each(fixtures.map(each => [each.id, each] as const))('%s', (_, each) => expectAll(casesOf(each)))
})

describe.runIf(areRecorded)('recordings', () => {
  test.each(recordings.map(each => [each.id, each] as const))('%s', (_, each) => expectAll(casesOf(each)))
})

describe.runIf(areRecorded)('cross-dialect scenarios, and vectors', () => {
  test.each([...crossCases(), ...vectorCases()].map(each => [each.title, each] as const))('%s', (_, each) =>
    expectAll([each]),
  )
})

test.runIf(areRecorded)('every exception has a case', () => {
  expect(unmatchedExceptions()).toEqual([])
  expect(unusedDifferences()).toEqual([])
})
