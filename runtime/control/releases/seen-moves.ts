// The last move of each label that was used, by which an earlier signed state of a label is recognized. A store that is not
// trusted cannot hold it.
export interface SeenMoves {
  /** 0 for a label that was not used yet. */
  readonly last: (label: string) => number
  readonly note: (label: string, move: number) => void
  /** What accepts an earlier state where the operator wants it, as the end of a sentence. */
  readonly forget: string
}

/** Those of this process, as long as it runs. */
export function memoryMoves(): SeenMoves {
  const moves = new Map<string, number>()
  return {
    last: label => moves.get(label) ?? 0,
    note: (label, move) => void moves.set(label, Math.max(move, moves.get(label) ?? 0)),
    forget: 'restart the runtime',
  }
}
