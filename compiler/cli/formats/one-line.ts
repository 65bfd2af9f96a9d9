// Findings one a line, as compilers print them: editors and grep find file, line and column in it.
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { printable } from '../../diagnostics/mask.ts'
import { type FindingFormat, fixSentence } from './format.ts'

export const oneLineFormat: FindingFormat = {
  summary: 'file:line:column: severity: message [code], one per line',
  isForPeople: true,
  render: ({ diagnostics }, { paint }) =>
    toJsonDiagnostics(diagnostics)
      .map(({ file, line, column, severity, code, message, notes, fix }) => {
        const place = paint('place', `${oneLine(file)}:${line}:${column}`)
        const hidden = notes.length - MAX_NOTES
        const parts = [
          message,
          ...notes.slice(0, MAX_NOTES).map(note => note.message),
          ...(hidden > 0 ? [`(${hidden} more notes)`] : []),
          ...fixSentence(fix),
        ]
        return `${place}: ${paint(severity, severity)}: ${oneLine(parts.join(' '))} ${paint('quiet', `[${code}]`)}`
      })
      .join('\n'),
}

/** A line is for a glance; the other formats have all of them. */
const MAX_NOTES = 3

const oneLine = (text: string): string => printable(text).replaceAll(/\s*[\r\n]+\s*/g, ' ')
