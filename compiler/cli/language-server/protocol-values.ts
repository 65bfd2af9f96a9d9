// Places and findings as values of the protocol. Offsets are in UTF-16 code units, which is the encoding of positions that
// every client supports.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  DiagnosticRelatedInformation,
  Diagnostic as ProtocolDiagnostic,
  Range,
} from 'vscode-languageserver/node'
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts'
import { printableSentence } from '../../diagnostics/mask.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { SourceSpan } from '../../source.ts'

/** The values of the protocol: error, warning and information. */
const SEVERITIES = { error: 1, warning: 2, note: 3 } as const

/** Converts offsets to positions; the lines of each source are found once. */
export interface Ranges {
  readonly rangeOf: (text: string, span: Pick<SourceSpan, 'start' | 'end'>) => Range
}

export function createRanges(): Ranges {
  const known = new Map<string, readonly number[]>()
  return {
    rangeOf: (text, { start, end }) => {
      const starts = known.get(text) ?? lineStarts(text)
      known.set(text, starts)
      const place = (offset: number): Range['start'] => {
        const { line, column } = positionAt(starts, offset)
        return { line: line - 1, character: column - 1 }
      }
      return { start: place(start), end: place(Math.max(start, end)) }
    },
  }
}

export const uriOfName = (root: string, name: string): string => pathToFileURL(join(root, name)).href

/** Findings without a place of their own, and with a page of the command line. */
export function toProtocolDiagnostic(
  { code, severity, message, location, notes }: Diagnostic,
  root: string,
  ranges: Ranges,
): ProtocolDiagnostic {
  const placed = notes.flatMap(note =>
    note.location === undefined ? [] : [{ ...note, location: note.location }],
  )
  const others = notes.flatMap(note => (note.location === undefined ? [note.message] : []))
  return {
    range: rangeOfLocation(location, ranges),
    severity: SEVERITIES[severity],
    source: 'portolan',
    code,
    message: [message, ...others].map(printableSentence).join('\n'),
    ...(placed.length > 0 && {
      relatedInformation: placed.map(
        (note): DiagnosticRelatedInformation => ({
          location: {
            uri: uriOfName(root, note.location.source.name),
            range: rangeOfLocation(note.location, ranges),
          },
          message: printableSentence(note.message),
        }),
      ),
    }),
    ...(code === 'unused-definition' && { tags: [1 as const] }),
  }
}

const rangeOfLocation = ({ source, span }: Location, ranges: Ranges): Range =>
  ranges.rangeOf(source.text, span)
