// One entry of a message table. There is a table per topic; `messages.ts` merges them.

export type Severity = 'error' | 'warning' | 'note'

export interface MessageEntry {
  readonly severity: Severity
  /** One sentence that describes the problem in general; the message of the diagnostic describes the instance. */
  readonly title: string
  /** What `portolan explain CODE` prints below the title: why it is a problem and how to fix it, with an example. */
  readonly explanation: string
}

export function defineMessage(severity: Severity, title: string, explanation: string): MessageEntry {
  return { severity, title, explanation: explanation.trim() }
}
