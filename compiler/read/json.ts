// A JSON parser that records origins. Hand-written because it runs in the request path, for configs in headers: it takes
// linear time for any input, and recovers from errors to report several at once.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'
import { createCursor, reportAt, skipSpace } from './json/cursor.ts'
import { readValue } from './json/value.ts'
import { createOriginMap } from './origins.ts'
import { isReadableSource } from './readable-source.ts'
import type { SourceReader } from './reader.ts'

/** Reads strict JSON (RFC 8259). A byte order mark is allowed; duplicate keys and numbers beyond the range of a double are errors. */
export const readJson: SourceReader = (
  source: Source,
  report: ReportDiagnostic,
): ParsedSource | undefined => {
  if (!isReadableSource(source, 'json', report)) return undefined
  const cursor = createCursor(source, report)
  skipSpace(cursor)
  if (cursor.at >= cursor.text.length) return undefined
  const { value, tree } = readValue(cursor, 0)
  skipSpace(cursor)
  if (cursor.at < cursor.text.length) {
    const end = cursor.text.trimEnd().length
    reportAt(
      cursor,
      cursor.at,
      end,
      'Unexpected text after the end of the value. A config is a single object.',
    )
  }
  return cursor.errorCount > 0 ? undefined : { source, value, origins: createOriginMap(tree) }
}
