// A place in a text that something was found at.

export interface Span<Kind extends string = string> {
  readonly kind: Kind
  /** In UTF-16 code units. */
  readonly start: number
  /** Behind the last one. */
  readonly end: number
}

/** What finds places in a text; they do not overlap and come in their order. */
export type Find = (text: string) => readonly Span[]

/** The spans without those that an earlier one covers in part: the first wins, of equal starts the longest, then the order. */
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
