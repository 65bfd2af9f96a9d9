// Status sets and their boundaries.
import { describe, expect, it } from 'vitest'
import { linkStatusSet } from '../../../runtime/link/nodes/status-set.ts'

describe('a status set', () => {
  it.each<readonly [readonly (readonly [number, number])[], number, boolean]>([
    [[[429, 429]], 429, true],
    [[[429, 429]], 428, false],
    [[[500, 504]], 504, true],
    [[[500, 504]], 505, false],
    [
      [
        [100, 199],
        [300, 599],
      ],
      200,
      false,
    ],
    [
      [
        [100, 199],
        [300, 599],
      ],
      299,
      false,
    ],
    [
      [
        [100, 199],
        [300, 599],
      ],
      300,
      true,
    ],
    [
      [
        [100, 199],
        [300, 599],
      ],
      599,
      true,
    ],
    [[], 500, false],
    // An unknown status counts as 500.
    [
      [
        [100, 199],
        [300, 599],
      ],
      600,
      true,
    ],
    [
      [
        [100, 199],
        [300, 599],
      ],
      999,
      true,
    ],
    [[[429, 429]], 777, false],
  ])('%j and %i: %s', (set, status, expected) => {
    expect(linkStatusSet(set as Parameters<typeof linkStatusSet>[0])(status)).toBe(expected)
  })
})
