// The contract of the three readers. A reader knows nothing about configs: it parses a source into one JSON value with the
// origin of every key and value. The same config in JSON, YAML and TypeScript gives the same value.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'

/** Returns undefined after reporting at least one error; never throws because of the content. */
export type SourceReader = (source: Source, report: ReportDiagnostic) => ParsedSource | undefined

/**
 * The longest sources, in UTF-16 code units: whatever is in them, they are read in a second or two. YAML takes ten times as long as JSON
 * if it has anchors, folded strings or mistakes.
 */
export const MAX_LENGTHS = { json: 4 * 1024 * 1024, yaml: 1024 * 1024, typescript: 1024 * 1024 } as const

/** The most keys and values of YAML that is not plain. */
export const MAX_YAML_TOKENS = 200_000

/** The most words and signs of a TypeScript config. */
export const MAX_TYPESCRIPT_TOKENS = 200_000

/** The most nesting levels of all readers. */
export const MAX_DEPTH = 200

/** The maximum number of diagnostics per severity and source: more do not help, and a hostile source could have one per character. */
export const MAX_READ_DIAGNOSTICS = 20
