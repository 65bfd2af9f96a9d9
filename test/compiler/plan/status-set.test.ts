// Sets of status codes: their members, and their shortest spelling.
import { describe, expect, it } from 'vitest'
import {
  complement,
  formatStatusSet,
  hasStatus,
  NOT_SUCCESS,
  statusSet,
} from '../../../compiler/plan/status-set.ts'
import type { StatusSet } from '../../../schemas/generated/types.ts'

const LISTS: readonly {
  readonly codes: readonly number[]
  readonly set: StatusSet
  readonly printed: string
}[] = [
  { codes: [], set: [], printed: 'no status' },
  { codes: [429], set: [[429, 429]], printed: '429' },
  {
    codes: [503, 500, 502, 429, 500],
    set: [
      [429, 429],
      [500, 500],
      [502, 503],
    ],
    printed: '429, 500, 502-503',
  },
  { codes: [501, 500, 502], set: [[500, 502]], printed: '500-502' },
]

describe('sets of status codes', () => {
  it.each(LISTS)('$codes are $printed', ({ codes, set, printed }) => {
    expect(statusSet(codes)).toEqual(set)
    expect(formatStatusSet(set)).toBe(printed)
  })

  it('holds what was listed and nothing else', () => {
    const codes = [100, 299, 300, 301, 429, 599]
    const set = statusSet(codes)
    for (let status = 100; status <= 599; status += 1)
      expect(hasStatus(set, status)).toBe(codes.includes(status))
  })

  it('has a complement that holds the rest, edges included', () => {
    for (const codes of [[], [100], [599], [100, 599], [200, 201, 300]]) {
      const rest = complement(statusSet(codes))
      for (let status = 100; status <= 599; status += 1)
        expect(hasStatus(rest, status)).toBe(!codes.includes(status))
    }
  })

  it('knows anything but 2xx: 446 triggers a fallback and 246 does not', () => {
    expect(NOT_SUCCESS).toEqual([
      [100, 199],
      [300, 599],
    ])
    expect([hasStatus(NOT_SUCCESS, 446), hasStatus(NOT_SUCCESS, 246)]).toEqual([true, false])
  })
})
