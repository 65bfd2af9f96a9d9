// A YAML 1.2 (core schema) reader with origins, based on the package `yaml`. The package parses tokens and nodes; errors,
// their locations and messages are determined here.
import type { Report } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'
import { bounded } from './bounded.ts'
import { originsOf } from './origins.ts'
import { isReadable, reportEmpty } from './readable.ts'
import type { Reader } from './reader.ts'
import { reportIfTooDeep } from './yaml/depth.ts'
import { growNode } from './yaml/node.ts'
import { composeDocuments, parseTokens } from './yaml/parse.ts'
import { reportOneDocument } from './yaml/stream.ts'
import { reportSyntax } from './yaml/syntax.ts'
import { startWalk } from './yaml/walk.ts'

/** Reads one YAML document. Anchors, aliases and merge keys are expanded; the origin of a value is where it was written. */
export const readYaml: Reader = (source: Source, report: Report): ParsedSource | undefined => {
  if (!isReadable(source, report)) return undefined
  const told = bounded(report)
  const tokens = parseTokens(source.text)
  if (reportIfTooDeep(source, tokens, told.report)) return undefined
  const documents = composeDocuments(tokens, source.text)
  const document = documents[0]
  if (document !== undefined) {
    reportSyntax(source, tokens, document, told.report)
    reportOneDocument(source, documents, told.report)
  }
  if (told.errors() > 0) return undefined
  const root = document?.contents
  if (root === undefined || root === null || root.range[0] === root.range[1]) {
    reportEmpty(source, report)
    return undefined
  }
  const { value, tree } = growNode(startWalk(source, told.report, growNode), root, 0)
  return told.errors() > 0 ? undefined : { source, value, origins: originsOf(tree) }
}
