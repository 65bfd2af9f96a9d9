// A diagnostic formatted for a terminal: location, code, message, code frame, notes.
import type { Diagnostic, Location } from './diagnostic.ts'
import { printable, printableLines } from './mask.ts'
import type { Severity } from './messages/message-entry.ts'
import { createLineIndex, type LineIndex, positionAt } from './position.ts'

/** Applies a color; `withoutColor` returns the text unchanged. */
export type Paint = (role: Severity | 'place' | 'quiet', text: string) => string

export const withoutColor: Paint = (_role, text) => text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** `name:line:column`, which terminals and editors turn into a link. */
function formatLocation(location: Location, { starts }: LineIndex): string {
  const { line, column } = positionAt(starts(location.source.text), location.span.start)
  return `${printable(location.source.name)}:${line}:${column}`
}

/** An edit in words, for people. */
export function describeFix(text: string): string {
  if (text === '') return 'remove this'
  const lines = text.split('\n').length
  if (lines > 1) return `indent ${lines} lines with spaces`
  return /^ +$/.test(text) ? `write ${text.length} spaces` : `write ${printable(text)}`
}

/**
 * One diagnostic on several lines, without a trailing line break. Secrets are masked. To print many, share one line index. The code
 * frame has at most `width` columns; other lines are not wrapped.
 */
export function pretty(
  diagnostic: Diagnostic,
  paint: Paint = withoutColor,
  lineIndex: LineIndex = createLineIndex(),
  width = Number.POSITIVE_INFINITY,
): string {
  const { severity, code, location, message, notes, fix } = diagnostic
  const lines = [
    `${paint('place', formatLocation(location, lineIndex))} ${paint(severity, severity)} ${code}`,
    indent(printableLines(message).join('\n')),
    ...(location.source.text === '' ? [] : ['', paint('quiet', codeFrame(location, lineIndex, width))]),
    ...notes.map(
      note =>
        `  note ${note.location ? `${paint('place', formatLocation(note.location, lineIndex))} ` : ''}${printableLines(note.message).join('\n')}`,
    ),
    ...(fix
      ? [`  fix  ${paint('place', formatLocation(fix.location, lineIndex))} ${describeFix(fix.text)}`]
      : []),
  ]
  return lines.join('\n')
}

// Code frames: the source lines around a location, with the location underlined. Of very long lines (minified JSON) it
// shows a window, and it never prints what looks like a secret (see mask.ts).

/** Columns of a source line that are shown. */
const MAX_FRAME = 100
const CONTEXT_LINES = 1

/** The code frame of a location in at most `width` columns: one line of context on each side, and the location underlined with `~~~~`. */
function codeFrame(location: Location, lineIndex: LineIndex, width = Number.POSITIVE_INFINITY): string {
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
