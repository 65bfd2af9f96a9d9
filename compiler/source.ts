// The input and output of readers. Locations are offsets in UTF-16 code units; line and column are computed only for
// display (diagnostics/position.ts).
import type { Json } from '../schemas/values/json.ts'
import type { Pointer } from '../schemas/values/pointer.ts'

/** The text of a source with its display name: a path as given on the command line, or the name of a header. */
export interface Source {
  readonly name: string
  readonly text: string
}

/** A half-open range `[start, end)` of a source. `source` is absent if the span is in the file that was read. */
export interface SourceSpan {
  readonly start: number
  readonly end: number
  /** The file of the span, if a TypeScript config imported the value from another file. */
  readonly source?: Source
}

/** The spans of a value and of its key (absent for array items and the root). */
export interface Origin {
  readonly key?: SourceSpan
  readonly value: SourceSpan
  /** Where a TypeScript config uses the value, if a literal elsewhere made it or what it is in: a call, or the name of a variable. */
  readonly use?: SourceSpan
}

/** The JSON value of a source, with the origin of every value in it. The pointer of the root is `''`. */
export interface ParsedSource {
  readonly source: Source
  readonly value: Json
  readonly origins: ReadonlyMap<Pointer, Origin>
  /** The properties that are written under another name, by their canonical pointers (facts/canonical-names.ts). */
  readonly renamed?: ReadonlyMap<Pointer, Renaming>
}

/** A property under its canonical name. */
export interface Renaming {
  /** The name in the text. */
  readonly written: string
  /** Whether it is an alias, which is reported. */
  readonly isAlias: boolean
}
