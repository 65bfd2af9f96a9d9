// A match: a range of a text with its kind.

export interface Span<Kind extends string = string> {
  readonly kind: Kind
  /** In UTF-16 code units. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Finds matches in a text, in order and without overlaps. */
export type Find = (text: string) => readonly Span[]

/** Removes overlapping matches: the first wins, then the longest, then the given order. */
export function apart(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Span[] = []
  let clear = 0
  for (const span of sorted) {
    if (span.start < clear) continue
    kept.push(span)
    clear = span.end
  }
  return kept
}
