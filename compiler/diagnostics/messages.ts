// All diagnostics of the compiler: code, default severity, title and explanation. Codes are stable: users search for
// them, CI filters by them, and `portolan explain CODE` prints their pages.
import { checkingMessages } from './messages/checking.ts'
import { comparisonMessages } from './messages/comparison.ts'
import { configTestMessages } from './messages/config-tests.ts'
import { driftMessages } from './messages/drift.ts'
import { importingMessages } from './messages/importing.ts'
import type { MessageEntry } from './messages/message-entry.ts'
import { projectMessages } from './messages/project.ts'
import { readingMessages } from './messages/reading.ts'

export const diagnosticMessages = {
  ...projectMessages,
  ...readingMessages,
  ...checkingMessages,
  ...configTestMessages,
  ...comparisonMessages,
  ...driftMessages,
  ...importingMessages,
} as const satisfies Record<string, MessageEntry>

export type DiagnosticCode = keyof typeof diagnosticMessages
