// Checks a crossing: the two requests without their known differences must be equal.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Crossing, cross, leaving } from './cross.ts'
import { type Difference, differences, differencesOf } from './cross-differs.ts'

const needed = new Set<Difference>()

/** Differences that no crossing has used so far. */
export const unneeded = (): readonly Difference[] => differences.filter(each => !needed.has(each))

export async function expectCrossing(crossing: Crossing): Promise<void> {
  const [sent, recorded] = await cross(crossing)
  const known = differencesOf(crossing)
  const isEqualBut = (some: readonly Difference[]): boolean => {
    const paths = some.flatMap(({ differs }) => differs)
    return isDeepStrictEqual(leaving(sent, paths), leaving(recorded, paths))
  }
  for (const each of known) if (!isEqualBut(known.filter(other => other !== each))) needed.add(each)
  const paths = known.flatMap(({ differs }) => differs)
  expect(leaving(sent, paths)).toEqual(leaving(recorded, paths))
}
