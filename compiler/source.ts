// What a reader is given and what it returns. Places are offsets into the text (UTF-16 code units) until a
// person looks at them: line and column are computed by the printer alone (diagnostics/position.ts).
import type { Pointer } from './pointer.ts'

/** A text with a name that a person recognises: a path as given on the command line, or the name of a header. */
export interface Source {
  readonly name: string
  readonly text: string
}

/** A half-open stretch `[start, end)` of one source. `source` is absent where the span lies in the file that was read. */
export interface Span {
  readonly start: number
  readonly end: number
  /** The file the span lies in, when a TypeScript config imported it from another one. */
  readonly source?: Source
}

/** Where one value came from: its key (absent for array items and the root) and the value itself. */
export interface Origin {
  readonly key?: Span
  readonly value: Span
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** A text turned into one JSON value, with the origin of every value in it. The root has the pointer `''`. */
export interface ParsedSource {
  readonly source: Source
  readonly value: Json
  readonly origins: ReadonlyMap<Pointer, Origin>
}
