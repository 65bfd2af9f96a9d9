// The only calls of the package that parse text: tokens first, since their depth must be checked before any recursion, then documents, of
// which a source may have one.
import { Composer, type CST, type Document, type ParsedNode, Parser } from 'yaml'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'

export type YamlDocument = Document.Parsed<ParsedNode>

/** The concrete syntax tree of a source; never throws and never recurses. */
export function parseTokens(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)]
}

/** The documents in the tokens. Keys, merges, aliases and unknown tags are validated later, by the walk. */
export function composeDocuments(tokens: readonly CST.Token[], text: string): readonly YamlDocument[] {
  const composer = new Composer<ParsedNode>({
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  return withoutTraces(() => [...composer.compose(tokens, false, text.length)])
}

/** The package makes an error for each mistake, which may be one for each character; their traces take most of the time. */
function withoutTraces<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

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
