// A picture of a plan before it is drawn: boxes as a tree from left to right, and what leads to each. All strings can be displayed,
// without secrets and control characters.

export type BoxKind = 'entry' | 'guard' | 'cache' | 'split' | 'choice' | 'fallback' | 'target' | 'reference'

/** A smaller line of a box; marked where it is a guard, a cache or a circuit breaker of the target. */
export interface BoxLine {
  readonly text: string
  readonly mark?: 'guard' | 'cache' | 'breaker'
}

export interface PictureBox {
  readonly kind: BoxKind
  readonly title: string
  readonly lines: readonly BoxLine[]
  readonly links: readonly PictureLink[]
}

export interface PictureLink {
  /** A share, a condition, statuses; empty for the only way on. */
  readonly label: string
  /** `failure`: it leads here from the box of the link before it, after a failure, and not from its parent. */
  readonly kind: 'request' | 'failure'
  readonly to: PictureBox
}

export interface Picture {
  readonly title: string
  /** What a request takes at worst. */
  readonly worst: readonly string[]
  readonly root: PictureBox
  /** What the picture leaves out. */
  readonly notes: readonly string[]
}
