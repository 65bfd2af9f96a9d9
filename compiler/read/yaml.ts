// A YAML 1.2 (core schema) reader with origins, based on the package `yaml`. The package parses tokens and nodes; errors,
// their locations and messages are determined here. Plain sources are read without it, those with comments unless an origin is needed.
import type { Json } from '../../schemas/values/json.ts'
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'
import { createOriginMap, deferOriginMap } from './origins.ts'
import { isReadableSource, limitReport, reportEmpty } from './readable-source.ts'
import type { SourceReader } from './reader.ts'
import { reportYamlLimits } from './yaml/depth.ts'
import { readNode } from './yaml/node.ts'
import { composeDocuments, parseTokens, reportOneDocument } from './yaml/parse.ts'
import { readPlainYaml } from './yaml/plain.ts'
import { reportSyntax } from './yaml/syntax.ts'
import { startWalk } from './yaml/walk.ts'

/** Reads one YAML document. Anchors, aliases and merge keys are expanded; the origin of a value is where it was written. */
export const readYaml: SourceReader = (
  source: Source,
  report: ReportDiagnostic,
): ParsedSource | undefined => {
  if (!isReadableSource(source, 'yaml', report)) return undefined
  const plain = readPlainYaml(source.text)
  if (plain === undefined) return readWholeYaml(source, report)
  // Where values are written takes seven times the memory of the values, and few sources have a mistake to locate.
  const origins = deferOriginMap(() => {
    const tree = readPlainYaml(source.text)?.tree
    return tree === undefined
      ? (readWholeYaml(source, () => {})?.origins ?? new Map())
      : createOriginMap(tree)
  })
  return { source, value: plain.value, origins }
}

/** The same for any YAML, in ten times the time. */
export const readWholeYaml: SourceReader = (source, report) => walkYaml(source, report, false)

/** YAML of other programs: of several equal keys the last one counts, which is reported as a warning. */
export const readForeignYaml: SourceReader = (source, report) =>
  isReadableSource(source, 'yaml', report) ? walkYaml(source, report, true) : undefined

function walkYaml(source: Source, report: ReportDiagnostic, lastKeyWins: boolean): ParsedSource | undefined {
  const limited = limitReport(report)
  const tokens = parseTokens(source.text)
  if (reportYamlLimits(source, tokens, limited.report)) return undefined
  const documents = composeDocuments(tokens, source.text)
  const document = documents[0]
  if (document !== undefined) {
    reportSyntax(source, tokens, document, limited.report)
    reportOneDocument(source, documents, limited.report)
  }
  if (limited.errorCount() > 0) return undefined
  const root = document?.contents
  if (root === undefined || root === null || root.range[0] === root.range[1]) {
    reportEmpty(source, report)
    return undefined
  }
  const reportValue: ReportDiagnostic = diagnostic =>
    limited.report(
      lastKeyWins && diagnostic.code === 'duplicate-key'
        ? { ...diagnostic, severity: 'warning' }
        : diagnostic,
    )
  const { value, tree } = readNode(startWalk(source, reportValue, readNode, lastKeyWins), root, 0)
  return limited.errorCount() > 0 ? undefined : { source, value, origins: createOriginMap(tree) }
}

/** The value of a YAML document; undefined where it is none. */
export const readYamlText = (text: string): Json | undefined =>
  readYaml({ name: 'string', text }, () => {})?.value
