// A diagnostic on one line, for logs, editors and tools that read compilers: `file:line:column: severity code: message`.
import type { Diagnostic } from './diagnostic.ts'
import { mask } from './mask.ts'
import { placeLine } from './pretty.ts'

/** One line without a line break. Secrets are masked. */
export function line({ place, severity, code, message }: Diagnostic): string {
  return `${placeLine(place)}: ${severity} ${code}: ${mask(message).replaceAll(/\s+/g, ' ')}`
}
