// Sets of cells, the kinds of values of a field, by their numbers: begin and end of each run of them, ascending. Most tests of a field hold
// for few runs, so an operation takes as long as there are runs.

/** Begin (included) and end (excluded) of runs, alternately: `[2, 5, 7, 8]` has 2, 3, 4 and 7. */
export type CellSet = readonly number[]

export const NO_CELLS: CellSet = []

/** Of runs in any order, which may overlap. */
export function cellSet(runs: readonly (readonly [begin: number, end: number])[]): CellSet {
  const sorted = runs.filter(([begin, end]) => begin < end).sort(([one], [other]) => one - other)
  const set: number[] = []
  for (const [begin, end] of sorted) {
    const last = set.length - 1
    if (last > 0 && begin <= (set[last] ?? 0)) set[last] = Math.max(set[last] ?? 0, end)
    else set.push(begin, end)
  }
  return set
}

const runsOf = (set: CellSet): readonly (readonly [number, number])[] =>
  Array.from({ length: set.length / 2 }, (_, index) => [set[2 * index] ?? 0, set[2 * index + 1] ?? 0])

export const joinCells = (sets: readonly CellSet[]): CellSet => cellSet(sets.flatMap(runsOf))

/** What is in both. */
export function sharedCells(one: CellSet, other: CellSet): CellSet {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const set: number[] = []
  for (let run = 0; run < few.length; run += 2) {
    const [begin, end] = [few[run] ?? 0, few[run + 1] ?? 0]
    for (let at = firstRunAfter(many, begin); at < many.length && (many[at] ?? 0) < end; at += 2)
      set.push(Math.max(begin, many[at] ?? 0), Math.min(end, many[at + 1] ?? 0))
  }
  return set
}

/** The cells that only the first set has. */
export const withoutCells = (set: CellSet, removed: CellSet): CellSet => sharedCells(set, complement(removed))

export const hasCell = (set: CellSet, cell: number): boolean => {
  const run = firstRunAfter(set, cell)
  return run < set.length && (set[run] ?? 0) <= cell
}

/** Whether no cell is in both. */
export function areDisjoint(one: CellSet, other: CellSet): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  for (let run = 0; run < few.length; run += 2) {
    const at = firstRunAfter(many, few[run] ?? 0)
    if (at < many.length && (many[at] ?? 0) < (few[run + 1] ?? 0)) return false
  }
  return true
}

/** Whether every cell of the first is in the second. */
export function isWithin(inner: CellSet, outer: CellSet): boolean {
  if (outer.length < inner.length) return areDisjoint(complement(outer), inner)
  for (let run = 0; run < inner.length; run += 2) {
    const at = firstRunAfter(outer, inner[run] ?? 0)
    if (at >= outer.length || (outer[at] ?? 0) > (inner[run] ?? 0)) return false
    if ((outer[at + 1] ?? 0) < (inner[run + 1] ?? 0)) return false
  }
  return true
}

const complement = (set: CellSet): CellSet => [Number.NEGATIVE_INFINITY, ...set, Number.POSITIVE_INFINITY]

/** The position of the first run that ends after a cell. */
function firstRunAfter(set: CellSet, cell: number): number {
  let [low, high] = [0, set.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((set[2 * middle + 1] ?? 0) > cell) high = middle
    else low = middle + 1
  }
  return 2 * low
}
