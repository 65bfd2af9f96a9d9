// Formats a source, and proves that nothing else has changed: the text has the same value, the same comments and the same format again.
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceReader } from '../read/reader.ts'
import type { ParsedSource, Source } from '../source.ts'

export interface SourceFormat {
  readonly read: SourceReader
  readonly print: (parsed: ParsedSource) => string
  /** The comments of a source, in any order. */
  readonly commentsOf: (text: string) => readonly string[]
}

/** The formatted text; the text as it is where it cannot be formatted without a loss; undefined, with the errors, for what cannot be read. */
export function formatSource(
  source: Source,
  { read, print, commentsOf }: SourceFormat,
  report: ReportDiagnostic,
): string | undefined {
  if (source.text.includes('\r\n')) {
    const lines = { name: source.name, text: source.text.replaceAll('\r\n', '\n') }
    const text = formatSource(lines, { read, print, commentsOf }, report)
    // Where line breaks are mixed, the first one decides.
    if (text === undefined || !/^[^\n]*\r\n/.test(source.text)) return text
    return text.replaceAll('\n', '\r\n')
  }
  const parsed = read(source, report)
  if (parsed === undefined) return undefined
  const sorted = (text: string): string => JSON.stringify(commentsOf(text).toSorted())
  const text = print(parsed)
  if (text === source.text) return text
  const again = read({ name: source.name, text }, () => {})
  const isSame =
    again !== undefined &&
    canonicalJson(again.value) === canonicalJson(parsed.value) &&
    sorted(text) === sorted(source.text) &&
    print(again) === text
  return isSame ? text : source.text
}
