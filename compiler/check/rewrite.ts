// Fixes that replace a name or value in the source, keeping its quotes. No fix is offered where the source text
// differs from the value (an alias, an expression).
import { type Fix, placeOf } from '../diagnostics/diagnostic.ts'
import { lastToken } from '../pointer.ts'
import type { Json, ParsedSource } from '../source.ts'
import { pointerOf, type Spot } from './tell.ts'

/** The edit that replaces the name or value at a location with `text`. */
export function rewrite(
  parsed: ParsedSource,
  spot: Spot,
  was: Json | undefined,
  text: string,
): Fix | undefined {
  const place = placeOf(parsed, pointerOf(spot), typeof spot === 'string' ? 'value' : 'key')
  const { start, end } = place.span
  const written = place.source.text.slice(start, end)
  const name = typeof spot === 'string' ? was : lastToken(spot.key)
  if (typeof name !== 'string') return undefined
  if (written === name) return { place, text }
  const quote = written[0] ?? ''
  return written === `${quote}${name}${quote}` && /["'`]/.test(quote)
    ? { place, text: `${quote}${text}${quote}` }
    : undefined
}

/** The same for suggested names: a fix only when there is exactly one. */
export function rewriteToOnly(
  parsed: ParsedSource,
  spot: Spot,
  was: Json | undefined,
  names: readonly string[],
): Fix | undefined {
  const [name, ...others] = names
  return name === undefined || others.length > 0 ? undefined : rewrite(parsed, spot, was, name)
}
