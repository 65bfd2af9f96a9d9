// The only calls of the package that parse text: tokens first, since their depth must be checked before any recursion, then
// documents.
import { Composer, type CST, type Document, type ParsedNode, Parser } from 'yaml'

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
