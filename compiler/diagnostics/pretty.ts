// A diagnostic as a person reads it in a terminal: the place, the code, the sentence, the frame, the notes.
import type { Diagnostic, Place, Severity } from './diagnostic.ts'
import { frame } from './frame.ts'
import { printable } from './mask.ts'
import { position } from './position.ts'
import { type TextViews, textViews } from './text-views.ts'

/** How to colour; the plain painter returns texts as they are. */
export type Paint = (role: Severity | 'place' | 'quiet', text: string) => string

export const plain: Paint = (_role, text) => text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** `name:line:column`, which terminals and editors turn into a link. */
function placeLine(place: Place, { starts }: TextViews): string {
  const { line, column } = position(starts(place.source.text), place.span.start)
  return `${printable(place.source.name)}:${line}:${column}`
}

/** One diagnostic, several lines, no trailing line break. Secrets are masked. Who shows many hands the same views in. */
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
