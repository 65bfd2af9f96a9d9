// A text through a reader, and what the places it gives cover.
import { collectDiagnostics, type Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import type { SourceReader } from '../../compiler/read/reader.ts'
import type { Origin, ParsedSource } from '../../compiler/source.ts'
import type { Json } from '../../schemas/values/json.ts'

export interface ReadResult {
  readonly parsed: ParsedSource | undefined
  readonly value: Json | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export function readWith(read: SourceReader, text: string, name = 'config'): ReadResult {
  const { report, diagnostics } = collectDiagnostics()
  const parsed = read({ name, text }, report)
  return { parsed, value: parsed?.value, diagnostics }
}

/** Each mistake as `code line:column covered text`, which is short enough for a table. */
export function mistakes(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, location: { source, span } }) => {
    const before = source.text.slice(0, span.start).split('\n')
    return `${code} ${before.length}:${(before.at(-1) ?? '').length + 1} ${source.text.slice(span.start, span.end)}`.trimEnd()
  })
}

/** What the key and the value of each pointer cover, with the file where it is another one. */
export function covered(parsed: ParsedSource | undefined): Readonly<Record<string, string>> {
  const slice = (span: Origin['value']): string => {
    const text = (span.source ?? parsed?.source)?.text.slice(span.start, span.end) ?? ''
    return span.source ? `${span.source.name}: ${text}` : text
  }
  return Object.fromEntries(
    Array.from(parsed?.origins ?? [], ([pointer, { key, value }]) => [
      pointer,
      key ? `${slice(key)} = ${slice(value)}` : slice(value),
    ]),
  )
}
