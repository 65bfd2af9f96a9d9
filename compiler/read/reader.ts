// The contract of the three readers. A reader knows nothing about configs: it parses a source into one JSON value with the
// origin of every key and value. The same config in JSON, YAML and TypeScript gives the same value.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'

/** Returns undefined after reporting at least one error; never throws because of the content. */
export type SourceReader = (source: Source, report: ReportDiagnostic) => ParsedSource | undefined

/** Limits of all readers, in UTF-16 code units and nesting levels. */
export const MAX_SOURCE_LENGTH = 8 * 1024 * 1024
export const MAX_DEPTH = 200

/** The maximum number of diagnostics per severity and source: more do not help, and a hostile source could have one per character. */
export const MAX_READ_DIAGNOSTICS = 20
