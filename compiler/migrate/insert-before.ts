// Inserts a property before another one, in the layout and with the quotes of that one.
import type { Pointer } from '../../schemas/values/pointer.ts'
import { type Fix, locationOf } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'

export interface InsertedProperty {
  readonly name: string
  readonly value: string
  /** The value of the property at the place. */
  readonly beside: string
}

/** Undefined where the property is not written as a name and a scalar: an alias or an expression. */
export function insertBefore(
  parsed: ParsedSource,
  at: Pointer,
  { name, value, beside }: InsertedProperty,
): Fix | undefined {
  const key = locationOf(parsed, at, 'key')
  const scalar = locationOf(parsed, at)
  const { text, name: file } = key.source
  if (parsed.origins.get(at)?.key === undefined || scalar.source.text !== text) return undefined
  const quotesOf = ({ span }: typeof key, expected: string): string | undefined => {
    const written = text.slice(span.start, span.end)
    const quote = /^["'`]/.exec(written)?.[0] ?? ''
    return written === quote + expected + quote ? quote : undefined
  }
  const [inKey, inValue] = [quotesOf(key, at.slice(at.lastIndexOf('/') + 1)), quotesOf(scalar, beside)]
  if (inKey === undefined || inValue === undefined) return undefined
  const before = text.slice(0, key.span.start)
  const indent = /(?:^|[\r\n])([ \t-]*)$/.exec(before)?.[1]?.replaceAll('-', ' ')
  const isFlow = !/\.ya?ml$/.test(file) || /^\s*[,}]/.test(text.slice(scalar.span.end))
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const separator = `${isFlow ? ',' : ''}${indent === undefined ? ' ' : lineBreak + indent}`
  if (!isFlow && indent === undefined) return undefined
  return {
    location: { source: key.source, span: { start: key.span.start, end: key.span.start } },
    text: `${inKey}${name}${inKey}: ${inValue}${value}${inValue}${separator}`,
  }
}
