// The state of one walk over a document, and what the walk makes of every node.
import type { Alias, ParsedNode } from 'yaml'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Code } from '../../diagnostics/messages.ts'
import type { Json, Source, Span } from '../../source.ts'
import { mistake, placeIn, type Remarks } from '../mistake.ts'
import type { OriginTree } from '../origins.ts'

/** A value with its origins, and how large it is once every alias in it is unfolded. */
export interface Grown {
  readonly value: Json
  readonly tree: OriginTree
  /** Values in it, itself included. */
  readonly size: number
  /** Levels of collections in it. */
  readonly height: number
}

/** An anchor: `grown` is absent while its own node is being walked, so an alias that meets it then is a cycle. */
export interface Anchor {
  readonly span: Span
  grown?: Grown
}

/** Walks a node at `depth` collections; `key` is the place of the key it stands under. */
export type Grow = (walk: Walk, node: ParsedNode | null, depth: number, key?: Span) => Grown

export interface Walk {
  readonly source: Source
  readonly report: Report
  readonly anchors: Map<string, Anchor>
  /** Walks one node; a part of the state so that kinds of nodes need not import each other in a circle. */
  readonly grow: Grow
  /** Values that the aliases met so far stand for. */
  unfolded: number
}

/** The aliases of a text may stand for this many values together; more is a bomb. */
export const MAX_UNFOLDED = 100_000

export function startWalk(source: Source, report: Report, grow: Grow): Walk {
  return { source, report, grow, anchors: new Map(), unfolded: 0 }
}

/** The stretch of a node without its anchor, its tag and the blank lines behind it. */
export function spanOf(walk: Walk, node: ParsedNode | Alias.Parsed): Span {
  const [start, end] = node.range
  return { start, end: start + walk.source.text.slice(start, end).trimEnd().length }
}

/** Tells a mistake at a span of the text. */
export function tell(walk: Walk, code: Code, span: Span, message: string, remarks: Remarks = {}): void {
  walk.report(mistake(code, placeIn(walk.source, span.start, span.end), message, remarks))
}

/** A value without children; also what stands for a node that was told to be wrong. */
export function leaf(value: Json, span: Span, key?: Span): Grown {
  return { value, tree: { origin: key ? { key, value: span } : { value: span } }, size: 1, height: 0 }
}
