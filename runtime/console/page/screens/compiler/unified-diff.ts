// Changes of files as a patch that `git apply` takes.

/** Lines around a change. */
const CONTEXT = 3
/** Lines × lines that are compared one by one; a larger part is shown as replaced. */
const MAX_WORK = 4_000_000

type Files = Readonly<Record<string, string>>

/** Empty if nothing differs. */
export function patchOf(before: Files, after: Files): string {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return paths.map(path => patchOfFile(path, before[path], after[path])).join('')
}

function patchOfFile(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const kind =
    before === undefined ? 'new file mode 100644\n' : after === undefined ? 'deleted file mode 100644\n' : ''
  const head = `diff --git a/${path} b/${path}\n${kind}`
  const hunks = hunksOf(linesOf(before ?? ''), linesOf(after ?? ''))
  if (hunks === '') return head
  const from = before === undefined ? '/dev/null' : `a/${path}`
  const to = after === undefined ? '/dev/null' : `b/${path}`
  return `${head}--- ${from}\n+++ ${to}\n${hunks}`
}

/** Lines with their ends. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** A line that stays, is removed or is added. */
type Edit = readonly [mark: ' ' | '-' | '+', line: string]

function hunksOf(before: readonly string[], after: readonly string[]): string {
  const edits = editsOf(before, after)
  const changed = edits.flatMap(([mark], index) => (mark === ' ' ? [] : [index]))
  const groups: { start: number; end: number }[] = []
  for (const index of changed) {
    const last = groups.at(-1)
    if (last !== undefined && index - CONTEXT <= last.end) last.end = index + CONTEXT + 1
    else groups.push({ start: Math.max(0, index - CONTEXT), end: index + CONTEXT + 1 })
  }
  return groups
    .map(({ start, end }) => {
      const count = (from: number, to: number, other: string): number =>
        edits.slice(from, to).filter(([mark]) => mark !== other).length
      const rangeOf = (other: string): string => {
        const length = count(start, end, other)
        const first = count(0, start, other) + (length === 0 ? 0 : 1)
        return `${first},${length}`
      }
      const lines = edits
        .slice(start, end)
        .map(
          ([mark, line]) => mark + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`),
        )
      return `@@ -${rangeOf('+')} +${rangeOf('-')} @@\n${lines.join('')}`
    })
    .join('')
}

/** By the longest common subsequence of what is between equal beginnings and ends. */
function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const same = (lines: readonly string[]): readonly Edit[] => lines.map(line => [' ', line])
  return [
    ...same(before.slice(0, start)),
    ...changesOf(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

function changesOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const removed = (from: number): readonly Edit[] => before.slice(from).map(line => ['-', line])
  const added = (from: number): readonly Edit[] => after.slice(from).map(line => ['+', line])
  if (before.length * after.length > MAX_WORK) return [...removed(0), ...added(0)]
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const edits: Edit[] = []
  let row = 0
  let column = 0
  while (row < before.length && column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]]
    if (old === fresh) {
      edits.push([' ', old])
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      edits.push(['-', old])
      row += 1
    } else {
      edits.push(['+', fresh])
      column += 1
    }
  }
  return [...edits, ...removed(row), ...added(column)]
}
