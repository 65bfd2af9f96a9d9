// `portolan explain CODE`: the explanation of a diagnostic code.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type DiagnosticCode, diagnosticMessages } from '../../diagnostics/messages.ts'
import { type Command, EXIT, usageError } from '../command.ts'

const isCode = (text: string): text is DiagnosticCode => Object.hasOwn(diagnosticMessages, text)

export const explainCommand: Command = {
  usage: '[CODE]',
  help: 'Prints the explanation of a diagnostic code, or lists all codes.',
  options: {},
  run: async ([code], _values, terminal) => {
    if (code === undefined) {
      const codes = Object.entries(diagnosticMessages).sort(([a], [b]) => (a < b ? -1 : 1))
      const width = Math.max(...codes.map(([name]) => name.length))
      terminal.writeStdout(codes.map(([name, { title }]) => `${name.padEnd(width)}  ${title}`).join('\n'))
      return EXIT.clean
    }
    if (!isCode(code)) {
      const near = didYouMean(suggest(code, Object.keys(diagnosticMessages)))
      return usageError(terminal, `Unknown code ${quoteName(code)}.${near}`, 'explain')
    }
    const { severity, title, explanation } = diagnosticMessages[code]
    terminal.writeStdout(
      `${terminal.paint('place', code)} (${terminal.paint(severity, severity)})\n${title}\n\n${explanation}`,
    )
    return EXIT.clean
  },
}
