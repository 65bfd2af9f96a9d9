// `portolan explain CODE`: the explanation of a diagnostic code.

import { type FailureAdvice, failureAdvice } from '../../../schemas/generated/failure-advice.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type DiagnosticCode, diagnosticMessages } from '../../diagnostics/messages.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { withoutLinks } from '../../plan/request-path.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'

const isCode = (text: string): text is DiagnosticCode => Object.hasOwn(diagnosticMessages, text)

/** A failure of the gateway: what it means, whose fault it is and what to do. */
const explainFailure = (code: string, { fault, description, action }: FailureAdvice, paint: Paint): string =>
  `${paint('place', code)} (a reply of the gateway, caused by the ${fault})\n${withoutLinks(description)}\n\n${withoutLinks(action)}`

export const explainCommand: Command = {
  usage: '[CODE]',
  help: 'Prints the explanation of a diagnostic code or of a failure, or lists all codes.',
  words: () => ({ '': [...Object.keys(diagnosticMessages), ...Object.keys(failureAdvice)].sort() }),
  options: {},
  run: async ([code], _values, terminal) => {
    if (code === undefined) {
      const codes = Object.entries(diagnosticMessages).sort(([a], [b]) => (a < b ? -1 : 1))
      const width = Math.max(...codes.map(([name]) => name.length))
      writeText(terminal, codes.map(([name, { title }]) => `${name.padEnd(width)}  ${title}`).join('\n'))
      writeText(terminal, `\nFailures of the gateway: ${Object.keys(failureAdvice).sort().join(', ')}`)
      return EXIT.clean
    }
    const failure = Object.hasOwn(failureAdvice, code) ? failureAdvice[code] : undefined
    if (failure !== undefined) {
      writeText(terminal, explainFailure(code, failure, terminal.paint))
      return EXIT.clean
    }
    if (!isCode(code)) {
      const near = didYouMean(
        suggest(code, [...Object.keys(diagnosticMessages), ...Object.keys(failureAdvice)]),
      )
      return usageError(terminal, `Unknown code ${quoteName(code)}.${near}`, 'explain')
    }
    const { severity, title, explanation } = diagnosticMessages[code]
    writeText(
      terminal,
      `${terminal.paint('place', code)} (${terminal.paint(severity, severity)})\n${title}\n\n${explanation}`,
    )
    return EXIT.clean
  },
}
