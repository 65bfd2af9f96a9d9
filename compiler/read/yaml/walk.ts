// The state of a walk over a YAML document, and the result for each node.
import type { Alias, ParsedNode } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import type { Source, SourceSpan } from '../../source.ts'
import { createDiagnostic, type DiagnosticOptions, locationAt } from '../create-diagnostic.ts'
import type { OriginTree } from '../origins.ts'

/** A value with its origins and its size with all aliases expanded. */
export interface YamlValue {
  readonly value: Json
  readonly tree: OriginTree
  /** The number of values, including itself. */
  readonly size: number
  /** The number of nested levels. */
  readonly height: number
}

/** An anchor. `result` is absent while its own node is being walked, so an alias to it then is a cycle. */
export interface Anchor {
  readonly span: SourceSpan
  result?: YamlValue
}

/** Reads a node nested in `depth` collections; `key` is the span of its key. */
export type ReadNode = (walk: YamlWalk, node: ParsedNode | null, depth: number, key?: SourceSpan) => YamlValue

export interface YamlWalk {
  readonly source: Source
  readonly report: ReportDiagnostic
  readonly anchors: Map<string, Anchor>
  /** Reads a node; part of the state to avoid import cycles between node kinds. */
  readonly readNode: ReadNode
  /** Whether the last of several equal keys counts, as in other programs, instead of being an error. */
  readonly lastKeyWins: boolean
  /** The number of values that the aliases so far expand to. */
  aliasedValues: number
}

/** The maximum number of values that all aliases of a source can expand to. */
export const MAX_ALIASED_VALUES = 100_000

export function startWalk(
  source: Source,
  report: ReportDiagnostic,
  readNode: ReadNode,
  lastKeyWins = false,
): YamlWalk {
  return { source, report, readNode, lastKeyWins, anchors: new Map(), aliasedValues: 0 }
}

/** The span of a node without its anchor, its tag and trailing blank lines. */
export function spanOf(walk: YamlWalk, node: ParsedNode | Alias.Parsed): SourceSpan {
  const [start, end] = node.range
  return { start, end: start + walk.source.text.slice(start, end).trimEnd().length }
}

/** Reports a diagnostic at a span of the source. */
export function reportSpan(
  walk: YamlWalk,
  code: DiagnosticCode,
  span: SourceSpan,
  message: string,
  options: DiagnosticOptions = {},
): void {
  walk.report(createDiagnostic(code, locationAt(walk.source, span.start, span.end), message, options))
}

/** A value without children; also the placeholder for an invalid node. */
export function leaf(value: Json, span: SourceSpan, key?: SourceSpan): YamlValue {
  return { value, tree: { origin: key ? { key, value: span } : { value: span } }, size: 1, height: 0 }
}
