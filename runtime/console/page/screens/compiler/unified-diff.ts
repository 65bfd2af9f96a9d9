// Changes of files as a patch that `git apply` takes.
import { diffLines } from '../../parts/line-diff.ts'

/** Lines around a change. */
const CONTEXT = 3

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
  const hunks = hunksOf(editsOf(before ?? '', after ?? ''))
  if (hunks === '') return head
  const from = before === undefined ? '/dev/null' : `a/${path}`
  const to = after === undefined ? '/dev/null' : `b/${path}`
  return `${head}--- ${from}\n+++ ${to}\n${hunks}`
}

/** A line that stays, is removed or is added. */
type Edit = readonly [mark: ' ' | '-' | '+', line: string]

/** The end of a last line without a line break, which is another line than one with it. */
const UNENDED = '\0'

/** Without the last line break, which ends a line and begins none. */
const comparable = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text + UNENDED)

function editsOf(before: string, after: string): readonly Edit[] {
  if (before === '') return linesOf(after).map(line => ['+', line])
  if (after === '') return linesOf(before).map(line => ['-', line])
  const edits: Edit[] = []
  let added: Edit[] = []
  for (const { left, right, isSame } of diffLines(comparable(before), comparable(after))) {
    if (isSame) {
      edits.push(...added, [' ', left ?? ''])
      added = []
      continue
    }
    // What is removed is before what is added in its place.
    if (left !== undefined) edits.push(['-', left])
    if (right !== undefined) added.push(['+', right])
  }
  return [...edits, ...added]
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : comparable(text).split('\n'))

function hunksOf(edits: readonly Edit[]): string {
  const groups: { start: number; end: number }[] = []
  edits.forEach(([mark], index) => {
    if (mark === ' ') return
    const last = groups.at(-1)
    if (last !== undefined && index - CONTEXT <= last.end) last.end = index + CONTEXT + 1
    else groups.push({ start: Math.max(0, index - CONTEXT), end: index + CONTEXT + 1 })
  })
  return groups
    .map(({ start, end }) => {
      const count = (from: number, to: number, other: '-' | '+'): number =>
        edits.slice(from, to).filter(([mark]) => mark !== other).length
      const rangeOf = (other: '-' | '+'): string => {
        const length = count(start, end, other)
        return `${count(0, start, other) + (length === 0 ? 0 : 1)},${length}`
      }
      const lines = edits.slice(start, end).map(([mark, line]) => `${mark}${ended(line)}`)
      return `@@ -${rangeOf('+')} +${rangeOf('-')} @@\n${lines.join('')}`
    })
    .join('')
}

const ended = (line: string): string =>
  line.endsWith(UNENDED) ? `${line.slice(0, -1)}\n\\ No newline at end of file\n` : `${line}\n`
