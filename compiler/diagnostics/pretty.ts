// A diagnostic formatted for a terminal: location, code, message, code frame, notes.

import { codeFrame } from './code-frame.ts'
import type { Diagnostic, Location } from './diagnostic.ts'
import { createLineIndex, type LineIndex } from './line-index.ts'
import { printable } from './mask.ts'
import type { Severity } from './messages/message-entry.ts'
import { positionAt } from './position.ts'

/** Applies a color; `withoutColor` returns the text unchanged. */
export type Paint = (role: Severity | 'place' | 'quiet', text: string) => string

export const withoutColor: Paint = (_role, text) => text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** `name:line:column`, which terminals and editors turn into a link. */
function formatLocation(location: Location, { starts }: LineIndex): string {
  const { line, column } = positionAt(starts(location.source.text), location.span.start)
  return `${printable(location.source.name)}:${line}:${column}`
}

function describeFix(text: string): string {
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
    indent(printable(message)),
    ...(location.source.text === '' ? [] : ['', paint('quiet', codeFrame(location, lineIndex, width))]),
    ...notes.map(
      note =>
        `  note ${note.location ? `${paint('place', formatLocation(note.location, lineIndex))} ` : ''}${printable(note.message)}`,
    ),
    ...(fix
      ? [`  fix  ${paint('place', formatLocation(fix.location, lineIndex))} ${describeFix(fix.text)}`]
      : []),
  ]
  return lines.join('\n')
}
