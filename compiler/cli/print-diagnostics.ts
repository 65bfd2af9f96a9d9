// Prints diagnostics in one of the formats, with a summary line for people.

import { pluralize } from '../../schemas/values/format-names.ts'
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/messages/message-entry.ts'
import { EXIT } from './command.ts'
import type { Findings } from './formats/format.ts'
import { FINDING_FORMATS, type Format } from './formats/formats.ts'
import type { Terminal } from './terminal.ts'

const count = (diagnostics: readonly Diagnostic[], severity: Severity): number =>
  diagnostics.filter(diagnostic => diagnostic.severity === severity).length

/** `2 errors, 1 warning in 12 configs`. */
function formatSummary(diagnostics: readonly Diagnostic[], configs: number): string {
  const parts = (['error', 'warning', 'note'] as const)
    .map(severity => [count(diagnostics, severity), severity] as const)
    .filter(([number, severity]) => number > 0 || severity === 'error')
    .map(([number, severity]) => pluralize(number, severity))
  return `${parts.join(', ')} in ${pluralize(configs, 'config')}`
}

/** Where standard output is one document, what it is not about goes to standard error. */
export const onStderr = (terminal: Terminal): Terminal => ({
  ...terminal,
  writeStdout: terminal.writeStderr,
})

/** Prints all diagnostics and, for people, a summary. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  configs: number,
  format: Format,
  terminal: Terminal,
): void {
  const { render, isForPeople } = FINDING_FORMATS[format]
  const text = render({ diagnostics, configs }, terminal)
  if (text !== '') terminal.writeStdout(text)
  if (!isForPeople) return
  const errors = count(diagnostics, 'error')
  terminal.writeStderr(terminal.paint(errors > 0 ? 'error' : 'quiet', formatSummary(diagnostics, configs)))
  const [code] = diagnostics
    .filter(diagnostic => diagnostic.severity === 'error')
    .map(diagnostic => diagnostic.code)
  if (code !== undefined)
    terminal.writeStderr(terminal.paint('quiet', `Run "portolan explain ${code}" for details.`))
}

/** Prints what a command found in the place of what it shows, and returns its exit code. */
export function printFindings(
  { diagnostics, configs }: Findings,
  format: Format,
  terminal: Terminal,
): number {
  printDiagnostics(diagnostics, configs, format, terminal)
  return hasErrors(diagnostics) ? EXIT.findings : EXIT.clean
}
