// Fixes that replace a name or value in the source, keeping its quotes. No fix is offered where the source text
// differs from the value (an alias, an expression).

import type { Json } from '../../../schemas/values/json.ts'
import { lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import { type Fix, locationOf } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../../source.ts'
import { pointerOf, type ReportLocation } from './report.ts'

/** What is not one scalar of YAML where it has no quotes. */
const NEEDS_QUOTES = /^(?:$|[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|\s)|[\r\n]|:(?:\s|$)|\s(?:#|$)/

/** A scalar in place of one without quotes. */
export const unquoted = (text: string): string => (NEEDS_QUOTES.test(text) ? JSON.stringify(text) : text)

/** The edit that replaces the name or value at a location with `text`. */
export function replaceWith(
  parsed: ParsedSource,
  location: ReportLocation,
  current: Json | undefined,
  text: string,
): Fix | undefined {
  const sourcePlace = locationOf(parsed, pointerOf(location), typeof location === 'string' ? 'value' : 'key')
  const { start, end } = sourcePlace.span
  const sourceText = sourcePlace.source.text.slice(start, end)
  const name =
    typeof location === 'string'
      ? current
      : (parsed.renamed?.get(location.key)?.written ?? lastToken(location.key))
  if (typeof name !== 'string') return undefined
  if (sourceText === name) return { location: sourcePlace, text: unquoted(text) }
  const quote = sourceText[0] ?? ''
  return sourceText === `${quote}${name}${quote}` && /["'`]/.test(quote)
    ? { location: sourcePlace, text: `${quote}${text}${quote}` }
    : undefined
}

/** The same fix, where no other one can have been meant. */
export const safely = (fix: Fix | undefined): Fix | undefined => fix && { ...fix, isSafe: true }

/** The same for suggested names: a fix only when there is exactly one. */
export function replaceWithOnly(
  parsed: ParsedSource,
  location: ReportLocation,
  current: Json | undefined,
  names: readonly string[],
): Fix | undefined {
  const [name, ...others] = names
  return name === undefined || others.length > 0 ? undefined : replaceWith(parsed, location, current, name)
}

/** The edit of a scalar, with its quotes, for the text of another one; only where the source has it as written. */
export function replaceScalar(
  parsed: ParsedSource,
  at: Pointer,
  current: Json,
  text: string,
): Fix | undefined {
  const location = locationOf(parsed, at, 'value')
  const written = location.source.text.slice(location.span.start, location.span.end)
  const name = String(current)
  const isWritten = [name, `"${name}"`, `'${name}'`].includes(written)
  return isWritten ? { location, text } : undefined
}
