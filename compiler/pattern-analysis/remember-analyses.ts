// Remembers the analyses of patterns by their text: configs of a project share patterns, and are compiled again after each
// change.
import type { Catalog } from '../facts/catalog.ts'

/** Texts that are remembered; the oldest are dropped first. */
const MAX_REMEMBERED = 10_000

export function rememberAnalyses(analyze: Catalog['analyzePattern']): Catalog['analyzePattern'] {
  const known = new Map<string, ReturnType<Catalog['analyzePattern']>>()
  return pattern => {
    if (known.has(pattern)) return known.get(pattern)
    const error = analyze(pattern)
    if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value ?? '')
    known.set(pattern, error)
    return error
  }
}
