// A diagnostic as a person reads it in a terminal: the place, the code, the sentence, the frame, the notes.
import type { Diagnostic, Place, Severity } from './diagnostic.ts'
import { frame } from './frame.ts'
import { mask } from './mask.ts'
import { lineStarts, position } from './position.ts'

/** How to colour; the plain painter returns texts as they are. */
export type Paint = (role: Severity | 'place' | 'quiet', text: string) => string

export const plain: Paint = (_role, text) => text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** `name:line:column`, which terminals and editors turn into a link. */
export function placeLine(place: Place): string {
  const { line, column } = position(lineStarts(place.source.text), place.span.start)
  return `${place.source.name}:${line}:${column}`
}

/** One diagnostic, several lines, no trailing line break. Secrets in frames and messages are masked. */
export function pretty(diagnostic: Diagnostic, paint: Paint = plain): string {
  const { severity, code, place, message, notes, fix } = diagnostic
  const lines = [
    `${paint('place', placeLine(place))} ${paint(severity, severity)} ${code}`,
    indent(mask(message)),
    '',
    paint('quiet', frame(place)),
    ...notes.map(
      note => `  note ${note.place ? `${paint('place', placeLine(note.place))} ` : ''}${mask(note.message)}`,
    ),
    ...(fix
      ? [
          `  fix  ${paint('place', placeLine(fix.place))} ${fix.text === '' ? 'remove this' : `write ${mask(fix.text)}`}`,
        ]
      : []),
  ]
  return lines.join('\n')
}
