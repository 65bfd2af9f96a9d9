// The contract of the three readers. A reader knows nothing of configs: text goes in, one JSON value with the
// origin of every key and value comes out. The same config in JSON, YAML and TypeScript gives the same value.
import type { Report } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'

/** Undefined after at least one error was reported; never throws for what the text holds. */
export type Reader = (source: Source, report: Report) => ParsedSource | undefined

/** Bounds that hold for every reader, in UTF-16 code units and levels. */
export const MAX_SOURCE_LENGTH = 8 * 1024 * 1024
export const MAX_DEPTH = 200

/** Mistakes told of one text before reading stops: more help nobody, and a hostile text could hold one a character. */
export const MAX_MISTAKES = 20
