// The state of a walk over a YAML document, and the result for each node.
import type { Alias, ParsedNode } from 'yaml'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Code } from '../../diagnostics/messages.ts'
import type { Json, Source, Span } from '../../source.ts'
import { mistake, placeIn, type Remarks } from '../mistake.ts'
import type { OriginTree } from '../origins.ts'

/** A value with its origins and its size with all aliases expanded. */
export interface Grown {
  readonly value: Json
  readonly tree: OriginTree
  /** The number of values, including itself. */
  readonly size: number
  /** The number of nested levels. */
  readonly height: number
}

/** An anchor. `result` is absent while its own node is being walked, so an alias to it then is a cycle. */
export interface Anchor {
  readonly span: Span
  grown?: Grown
}

/** Reads a node nested in `depth` collections; `key` is the span of its key. */
export type Grow = (walk: Walk, node: ParsedNode | null, depth: number, key?: Span) => Grown

export interface Walk {
  readonly source: Source
  readonly report: Report
  readonly anchors: Map<string, Anchor>
  /** Reads a node; part of the state to avoid import cycles between node kinds. */
  readonly grow: Grow
  /** The number of values that the aliases so far expand to. */
  unfolded: number
}

/** The maximum number of values that all aliases of a source can expand to. */
export const MAX_UNFOLDED = 100_000

export function startWalk(source: Source, report: Report, grow: Grow): Walk {
  return { source, report, grow, anchors: new Map(), unfolded: 0 }
}

/** The span of a node without its anchor, its tag and trailing blank lines. */
export function spanOf(walk: Walk, node: ParsedNode | Alias.Parsed): Span {
  const [start, end] = node.range
  return { start, end: start + walk.source.text.slice(start, end).trimEnd().length }
}

/** Reports a diagnostic at a span of the source. */
export function tell(walk: Walk, code: Code, span: Span, message: string, remarks: Remarks = {}): void {
  walk.report(mistake(code, placeIn(walk.source, span.start, span.end), message, remarks))
}

/** A value without children; also the placeholder for an invalid node. */
export function leaf(value: Json, span: Span, key?: Span): Grown {
  return { value, tree: { origin: key ? { key, value: span } : { value: span } }, size: 1, height: 0 }
}
