// A match: a range of a text with its kind.

export interface TextMatch<Kind extends string = string> {
  readonly kind: Kind
  /** In UTF-16 code units. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Finds matches in a text, in order and without overlaps. */
export type FindMatches = (text: string) => readonly TextMatch[]

/** Removes overlapping matches: the first wins, then the longest, then the given order. */
export function withoutOverlaps(matches: readonly TextMatch[]): readonly TextMatch[] {
  const sorted = [...matches].sort((a, b) => a.start - b.start || b.end - a.end)
  const accepted: TextMatch[] = []
  let nextStart = 0
  for (const match of sorted) {
    if (match.start < nextStart) continue
    accepted.push(match)
    nextStart = match.end
  }
  return accepted
}
