// Patterns of source code, by language.

export interface LanguagePatterns {
  /** Tags of fenced blocks, in lower case. */
  readonly tags: readonly string[]
  readonly lines: readonly CodePattern[]
}

export type CodePattern = readonly [weight: 1 | 2, line: RegExp]
