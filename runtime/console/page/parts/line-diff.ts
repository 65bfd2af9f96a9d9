// Compares two strings line by line, and shows them beside each other: lines of both, and lines of only one.

export interface DiffRow {
  readonly left: string | undefined
  readonly right: string | undefined
  readonly isSame: boolean
}

/** Cells of the table that is computed at most: beyond it, all lines between the common ends count as different. */
const MOST_CELLS = 4_000_000

export function diffLines(left: string, right: string): readonly DiffRow[] {
  const [a, b] = [left.split('\n'), right.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1
  const same = (line: string): DiffRow => ({ left: line, right: line, isSame: true })
  return [
    ...a.slice(0, start).map(same),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

/** By the longest common subsequence. */
function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffRow[] {
  if (a.length * b.length > MOST_CELLS) return pair(a, b)
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const rows: DiffRow[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = (): void => {
    rows.push(...pair(removed, added))
    removed = []
    added = []
  }
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    const [left, right] = [a[row], b[column]]
    if (left !== undefined && left === right) {
      flush()
      rows.push({ left, right, isSame: true })
      row += 1
      column += 1
    } else if (right !== undefined && (left === undefined || at(row, column + 1) > at(row + 1, column))) {
      added.push(right)
      column += 1
    } else if (left !== undefined) {
      removed.push(left)
      row += 1
    }
  }
  flush()
  return rows
}

/** Different lines, beside each other. */
const pair = (a: readonly string[], b: readonly string[]): readonly DiffRow[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => ({
    left: a[at],
    right: b[at],
    isSame: false,
  }))
