// One row of a message table. Tables live beside each other by phase; `messages.ts` joins them.
import type { Severity } from '../diagnostic.ts'

export interface Entry {
  readonly severity: Severity
  /** One sentence that says what is wrong in general; the diagnostic's own message says it of this config. */
  readonly title: string
  /** What `portolan explain CODE` prints below the title: why it is a mistake and how to mend it, with an example. */
  readonly explanation: string
}

export function entry(severity: Severity, title: string, explanation: string): Entry {
  return { severity, title, explanation: explanation.trim() }
}
