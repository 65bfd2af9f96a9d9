// Checks of the whole YAML stream: a config is one document of YAML 1.2.
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import type { YamlDocument } from './parse.ts'

/** Reports a second document, and a directive for another version of YAML. */
export function reportOneDocument(
  source: Source,
  documents: readonly YamlDocument[],
  report: ReportDiagnostic,
): void {
  const second = documents[1]
  if (second !== undefined) {
    const [start] = second.range
    const end = source.text.startsWith('---', start) ? start + 3 : start
    const message =
      'A second document begins here. A config is one document: put each config in a separate file.'
    report(createDiagnostic('several-documents', locationAt(source, start, end), message))
  }
  const version = documents[0]?.directives?.yaml
  const directive = /^%YAML[ \t].*$/m.exec(source.text)
  if (version?.explicit !== true || version.version === '1.2' || directive === null) return
  report(
    createDiagnostic(
      'malformed-yaml',
      locationAt(source, directive.index, directive.index + directive[0].trimEnd().length),
      `"${directive[0].trim()}" is not supported: configs are YAML 1.2. Remove this line.`,
    ),
  )
}
