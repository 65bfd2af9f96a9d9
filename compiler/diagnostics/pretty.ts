// A diagnostic formatted for a terminal: location, code, message, code frame, notes.
import type { Diagnostic, Place, Severity } from './diagnostic.ts'
import { frame } from './frame.ts'
import { printable } from './mask.ts'
import { position } from './position.ts'
import { type TextViews, textViews } from './text-views.ts'

/** Applies a color; `withoutColor` returns the text unchanged. */
export type Paint = (role: Severity | 'place' | 'quiet', text: string) => string

export const plain: Paint = (_role, text) => text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** `name:line:column`, which terminals and editors turn into a link. */
function placeLine(place: Place, { starts }: TextViews): string {
  const { line, column } = position(starts(place.source.text), place.span.start)
  return `${printable(place.source.name)}:${line}:${column}`
}

/** One diagnostic on several lines, without a trailing line break. Secrets are masked. To print many, share one line index. */
export function pretty(diagnostic: Diagnostic, paint: Paint = plain, views: TextViews = textViews()): string {
  const { severity, code, place, message, notes, fix } = diagnostic
  const lines = [
    `${paint('place', placeLine(place, views))} ${paint(severity, severity)} ${code}`,
    indent(printable(message)),
    ...(place.source.text === '' ? [] : ['', paint('quiet', frame(place, views))]),
    ...notes.map(
      note =>
        `  note ${note.place ? `${paint('place', placeLine(note.place, views))} ` : ''}${printable(note.message)}`,
    ),
    ...(fix
      ? [
          `  fix  ${paint('place', placeLine(fix.place, views))} ${fix.text === '' ? 'remove this' : `write ${printable(fix.text)}`}`,
        ]
      : []),
  ]
  return lines.join('\n')
}
