// Prints diagnostics for people or as JSON, with a summary line.

import { pluralize } from '../../schemas/values/format-names.ts'
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { toJsonDiagnostics } from '../diagnostics/json.ts'
import { createLineIndex } from '../diagnostics/line-index.ts'
import { pretty } from '../diagnostics/pretty.ts'
import type { Terminal } from './terminal.ts'

export type Format = 'pretty' | 'json'

export const FORMAT_USAGE = '--format must be pretty or json.'

export const isFormat = (value: unknown): value is Format => value === 'pretty' || value === 'json'

const count = (diagnostics: readonly Diagnostic[], severity: Severity): number =>
  diagnostics.filter(diagnostic => diagnostic.severity === severity).length

/** `2 errors, 1 warning in 12 configs`. */
export function formatSummary(diagnostics: readonly Diagnostic[], configs: number): string {
  const parts = (['error', 'warning', 'note'] as const)
    .map(severity => [count(diagnostics, severity), severity] as const)
    .filter(([number, severity]) => number > 0 || severity === 'error')
    .map(([number, severity]) => pluralize(number, severity))
  return `${parts.join(', ')} in ${pluralize(configs, 'config')}`
}

/** Prints all diagnostics and, unless as JSON, a summary. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  configs: number,
  format: Format,
  terminal: Terminal,
): void {
  if (format === 'json') {
    terminal.writeStdout(JSON.stringify({ diagnostics: toJsonDiagnostics(diagnostics), configs }, null, 2))
    return
  }
  const lineIndex = createLineIndex()
  for (const diagnostic of diagnostics)
    terminal.writeStdout(`${pretty(diagnostic, terminal.paint, lineIndex)}\n\n`)
  const errors = count(diagnostics, 'error')
  terminal.writeStderr(terminal.paint(errors > 0 ? 'error' : 'quiet', formatSummary(diagnostics, configs)))
  const [code] = diagnostics
    .filter(diagnostic => diagnostic.severity === 'error')
    .map(diagnostic => diagnostic.code)
  if (code !== undefined)
    terminal.writeStderr(terminal.paint('quiet', `Run "portolan explain ${code}" for details.`))
}
