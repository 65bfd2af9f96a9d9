// A text through a reader, and what the places it gives cover.
import { collect, type Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import type { Reader } from '../../compiler/read/reader.ts'
import type { Json, Origin, ParsedSource } from '../../compiler/source.ts'

export interface Reading {
  readonly parsed: ParsedSource | undefined
  readonly value: Json | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export function readWith(read: Reader, text: string, name = 'config'): Reading {
  const { report, diagnostics } = collect()
  const parsed = read({ name, text }, report)
  return { parsed, value: parsed?.value, diagnostics }
}

/** Each mistake as `code line:column covered text`, which is short enough for a table. */
export function mistakes(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, place: { source, span } }) => {
    const before = source.text.slice(0, span.start).split('\n')
    return `${code} ${before.length}:${(before.at(-1) ?? '').length + 1} ${source.text.slice(span.start, span.end)}`.trimEnd()
  })
}

/** What the key and the value of each pointer cover, with the file where it is another one. */
export function covered(parsed: ParsedSource | undefined): Readonly<Record<string, string>> {
  const cut = (span: Origin['value']): string => {
    const text = (span.source ?? parsed?.source)?.text.slice(span.start, span.end) ?? ''
    return span.source ? `${span.source.name}: ${text}` : text
  }
  return Object.fromEntries(
    Array.from(parsed?.origins ?? [], ([pointer, { key, value }]) => [
      pointer,
      key ? `${cut(key)} = ${cut(value)}` : cut(value),
    ]),
  )
}
