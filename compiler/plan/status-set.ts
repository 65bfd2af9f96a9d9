// Sets of HTTP status codes as sorted, disjoint, inclusive ranges, so that equal sets are equal values and a test
// of "anything but 2xx" costs two comparisons.
import type { StatusSet } from '../../schemas/generated/types.ts'

const LOWEST = 100
const HIGHEST = 599

/** The set of the listed codes. */
export const statusSet = (codes: readonly number[]): StatusSet =>
  uniteStatuses([codes.map(code => [code, code] as const)])

/** The codes of any of the sets. */
export function uniteStatuses(sets: readonly StatusSet[]): StatusSet {
  const ranges: [number, number][] = []
  for (const [low, high] of sets.flat().sort(([left], [right]) => left - right)) {
    const last = ranges.at(-1)
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else ranges.push([low, high])
  }
  return ranges
}

/** Every code from 100 to 599 that is not in the set. */
export function complement(set: StatusSet): StatusSet {
  const ranges: [number, number][] = []
  let from = LOWEST
  for (const [low, high] of set) {
    if (low > from) ranges.push([from, low - 1])
    from = high + 1
  }
  if (from <= HIGHEST) ranges.push([from, HIGHEST])
  return ranges
}

/** The default trigger of a fallback: anything but 2xx. */
export const NOT_SUCCESS: StatusSet = complement([[200, 299]])

export const hasStatus = (set: StatusSet, status: number): boolean =>
  set.some(([low, high]) => low <= status && status <= high)

export const sameStatuses = (left: StatusSet, right: StatusSet): boolean =>
  left.length === right.length &&
  left.every(([low, high], index) => low === right[index]?.[0] && high === right[index]?.[1])

/** `429, 500, 502-504`; the empty set is `no status`. */
export const formatStatusSet = (set: StatusSet): string =>
  set.length === 0
    ? 'no status'
    : set.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(', ')
