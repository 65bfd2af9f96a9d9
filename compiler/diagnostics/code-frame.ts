// Code frames: the source lines around a location, with the location underlined. Of very long lines (minified JSON) it
// shows a window, and it never prints what looks like a secret (see mask.ts).
import type { Location } from './diagnostic.ts'
import type { LineIndex } from './line-index.ts'
import { positionAt } from './position.ts'

/** Columns of a source line that are shown. */
const MAX_FRAME = 100
const CONTEXT_LINES = 1

/** The code frame of a location in at most `width` columns: one line of context on each side, and the location underlined with `~~~~`. */
export function codeFrame(
  location: Location,
  lineIndex: LineIndex,
  width = Number.POSITIVE_INFINITY,
): string {
  const starts = lineIndex.starts(location.source.text)
  const lines = lineIndex.lines(location.source.text)
  const start = positionAt(starts, location.span.start)
  const end = positionAt(starts, Math.max(location.span.start, location.span.end - 1))
  const first = Math.max(1, start.line - CONTEXT_LINES)
  const last = Math.min(lines.length, start.line + CONTEXT_LINES)
  const gutter = String(last).length + 2
  const most = Math.max(1, Math.min(MAX_FRAME, width - gutter - 3))
  const rows: string[] = []
  for (let number = first; number <= last; number += 1) {
    const line = lines[number - 1] ?? ''
    if (number !== start.line && (line.length > most || line.trim() === '')) continue
    const from =
      line.length <= most
        ? 0
        : Math.max(0, Math.min(start.column - 1 - Math.floor(most / 2), line.length - most))
    const shown = line.slice(from, from + most)
    rows.push(`${String(number).padStart(gutter)} | ${shown}`.trimEnd())
    if (number !== start.line) continue
    const column = start.column - 1 - from
    const endColumn = end.line === start.line ? end.column - from : line.trimEnd().length - from
    const length = Math.max(1, Math.min(endColumn, most) - column)
    rows.push(`${' '.repeat(gutter)} | ${' '.repeat(column)}${'~'.repeat(length)}`)
  }
  return rows.join('\n')
}
