// JSON to a value with origins. Written by hand because it runs in the request path, where configs arrive in a
// header: it takes time in proportion to the text whatever the text holds, and tells several mistakes in one go.
import type { Report } from '../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../source.ts'
import { blame, cursorOf } from './json/cursor.ts'
import { skipSpace } from './json/space.ts'
import { readValue } from './json/value.ts'
import { originsOf } from './origins.ts'
import { isReadable } from './readable.ts'
import type { Reader } from './reader.ts'

/** Reads strict JSON (RFC 8259). A byte order mark is tolerated; duplicate keys and numbers beyond a double are mistakes. */
export const readJson: Reader = (source: Source, report: Report): ParsedSource | undefined => {
  if (!isReadable(source, report)) return undefined
  const cursor = cursorOf(source, report)
  skipSpace(cursor)
  if (cursor.at >= cursor.text.length) return undefined
  const { value, tree } = readValue(cursor, 0)
  skipSpace(cursor)
  if (cursor.at < cursor.text.length) {
    const end = cursor.text.trimEnd().length
    blame(
      cursor,
      cursor.at,
      end,
      'The text goes on after the value has ended. A config is one single object.',
    )
  }
  return cursor.mistakes > 0 ? undefined : { source, value, origins: originsOf(tree) }
}
