// Findings as commands of GitHub workflows, which annotate the lines of a pull request.

import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { printable, printableLines } from '../../diagnostics/mask.ts'
import type { Severity } from '../../diagnostics/messages/message-entry.ts'
import { type FindingFormat, fixSentence, rulePage } from './format.ts'

const COMMANDS: { readonly [severity in Severity]: string } = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
}

export const githubFormat: FindingFormat = {
  summary: 'annotations of a pull request on GitHub',
  isForPeople: true,
  render: ({ diagnostics }) =>
    toJsonDiagnostics(diagnostics)
      .map(({ code, severity, message, notes, fix, file, line, column, endLine, endColumn }) => {
        const place = {
          file,
          line,
          // Columns are shown only where the finding is on one line; the end of an annotation is its last column.
          ...(line === endLine && { col: column }),
          endLine,
          ...(line === endLine && { endColumn: Math.max(column, endColumn - 1) }),
          title: code,
        }
        const properties = Object.entries(place).map(([name, value]) => `${name}=${escapeProperty(value)}`)
        const page = rulePage(code)
        const text = [
          message,
          ...notes.map(note => note.message),
          ...fixSentence(fix),
          ...(page === undefined ? [] : [`${page.title} Run "portolan explain ${code}" for details.`]),
        ].join('\n')
        return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeMessage(printableLines(text).join('\n'))}`
      })
      .join('\n'),
}

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (value: string | number): string =>
  escapeMessage(printable(String(value)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
