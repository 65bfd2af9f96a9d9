// Prints diagnostics for people or as JSON, with a summary line.
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { jsonDiagnostics } from '../diagnostics/json.ts'
import { pretty } from '../diagnostics/pretty.ts'
import { textViews } from '../diagnostics/text-views.ts'
import { counted } from '../diagnostics/words.ts'
import type { Terminal } from './terminal.ts'

export type Format = 'pretty' | 'json'

export const FORMAT_WORDS = '--format must be pretty or json.'

export const isFormat = (value: unknown): value is Format => value === 'pretty' || value === 'json'

const count = (diagnostics: readonly Diagnostic[], severity: Severity): number =>
  diagnostics.filter(diagnostic => diagnostic.severity === severity).length

/** `2 errors, 1 warning in 12 configs`. */
export function summary(diagnostics: readonly Diagnostic[], configs: number): string {
  const parts = (['error', 'warning', 'note'] as const)
    .map(severity => [count(diagnostics, severity), severity] as const)
    .filter(([number, severity]) => number > 0 || severity === 'error')
    .map(([number, severity]) => counted(number, severity))
  return `${parts.join(', ')} in ${counted(configs, 'config')}`
}

/** Prints all diagnostics and, unless as JSON, a summary. */
export function report(
  diagnostics: readonly Diagnostic[],
  configs: number,
  format: Format,
  terminal: Terminal,
): void {
  if (format === 'json') {
    terminal.out(JSON.stringify({ diagnostics: jsonDiagnostics(diagnostics), configs }, null, 2))
    return
  }
  const views = textViews()
  for (const diagnostic of diagnostics) terminal.out(`${pretty(diagnostic, terminal.paint, views)}\n\n`)
  const errors = count(diagnostics, 'error')
  terminal.tell(terminal.paint(errors > 0 ? 'error' : 'quiet', summary(diagnostics, configs)))
  const [code] = diagnostics
    .filter(diagnostic => diagnostic.severity === 'error')
    .map(diagnostic => diagnostic.code)
  if (code !== undefined)
    terminal.tell(terminal.paint('quiet', `Run "portolan explain ${code}" for details.`))
}
