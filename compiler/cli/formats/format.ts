// What a format of findings is: diagnostics in, one text out.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Paint } from '../../diagnostics/pretty.ts'

export interface Findings {
  readonly diagnostics: readonly Diagnostic[]
  /** The number of configs that were looked at. */
  readonly configs: number
}

/** Where it is printed. */
export interface Display {
  readonly paint: Paint
  /** Columns that text for people may take. */
  readonly width: number
}

export interface FindingFormat {
  /** What `--help` says of it. */
  readonly summary: string
  /** Without a line break at its end; an empty text is not printed. Secrets are masked. */
  readonly render: (findings: Findings, display: Display) => string
  /** Whether people read it, so that a summary goes to standard error. */
  readonly isForPeople: boolean
}
