// Checks a crossing: the two requests without their known differences must be equal.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Crossing, replayCrossing, withoutPaths } from './cross-dialect.ts'
import { type Difference, differences, differencesOf } from './cross-differences.ts'

const used = new Set<Difference>()

/** Differences that no crossing has used so far. */
export const unusedDifferences = (): readonly Difference[] => differences.filter(each => !used.has(each))

export async function expectCrossing(crossing: Crossing): Promise<void> {
  const [sent, recorded] = await replayCrossing(crossing)
  const known = differencesOf(crossing)
  const isEqualBut = (some: readonly Difference[]): boolean => {
    const paths = some.flatMap(({ differs }) => differs)
    return isDeepStrictEqual(withoutPaths(sent, paths), withoutPaths(recorded, paths))
  }
  for (const each of known) if (!isEqualBut(known.filter(other => other !== each))) used.add(each)
  const paths = known.flatMap(({ differs }) => differs)
  expect(withoutPaths(sent, paths)).toEqual(withoutPaths(recorded, paths))
}
