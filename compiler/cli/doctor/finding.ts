// What an examination finds: a line each.

export interface Finding {
  /** What was examined. */
  readonly part: string
  readonly isFault: boolean
  /** Found, and what to do about it. */
  readonly line: string
}

export const fine = (part: string, line: string): Finding => ({ part, isFault: false, line })
export const broken = (part: string, line: string): Finding => ({ part, isFault: true, line })
