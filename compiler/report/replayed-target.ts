// An outcome of a replay: also for pages, which have no types of Node.

/** A target that the request might be sent to first. */
export interface ReplayedTarget {
  readonly target: string
  readonly provider: string
  readonly model: string | undefined
  /** Of such requests, from 0 to 1; undefined where it depends on what is not decided. */
  readonly share: number | undefined
  readonly steps: readonly { readonly at: string; readonly to: string; readonly because: string }[]
  /** Where it goes when the target fails, in this order; `on` lists statuses and kinds of errors. */
  readonly next: readonly { readonly on: string; readonly to: string }[]
  /** Sentences. */
  readonly undecided: readonly string[]
}
