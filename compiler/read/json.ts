// A JSON parser that records origins. Hand-written because it runs in the request path, for configs in headers: it takes
// linear time for any input, and recovers from errors to report several at once.
import type { Report } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'
import { blame, cursorOf } from './json/cursor.ts'
import { skipSpace } from './json/space.ts'
import { readValue } from './json/value.ts'
import { originsOf } from './origins.ts'
import { isReadable } from './readable.ts'
import type { Reader } from './reader.ts'

/** Reads strict JSON (RFC 8259). A byte order mark is allowed; duplicate keys and numbers beyond the range of a double are errors. */
export const readJson: Reader = (source: Source, report: Report): ParsedSource | undefined => {
  if (!isReadable(source, report)) return undefined
  const cursor = cursorOf(source, report)
  skipSpace(cursor)
  if (cursor.at >= cursor.text.length) return undefined
  const { value, tree } = readValue(cursor, 0)
  skipSpace(cursor)
  if (cursor.at < cursor.text.length) {
    const end = cursor.text.trimEnd().length
    blame(cursor, cursor.at, end, 'Unexpected text after the end of the value. A config is a single object.')
  }
  return cursor.mistakes > 0 ? undefined : { source, value, origins: originsOf(tree) }
}
