// The only calls into the package that read text: tokens first, since their depth must be known before anything
// recursive touches them, then documents.
import { Composer, type CST, type Document, type ParsedNode, Parser } from 'yaml'

export type YamlDocument = Document.Parsed<ParsedNode>

/** The concrete syntax of a text; never throws and never recurses. */
export function parseTokens(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)]
}

/** The documents in the tokens. Keys, merges, aliases and unknown tags are judged later, by the walk. */
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
  return [...composer.compose(tokens, false, text.length)]
}
