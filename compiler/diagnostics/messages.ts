// All diagnostics of the compiler: code, default severity, title and explanation. Codes are stable: users search for
// them, CI filters by them, and `portolan explain CODE` prints their pages.
import { checking } from './messages/checking.ts'
import type { Entry } from './messages/entry.ts'
import { project } from './messages/project.ts'
import { reading } from './messages/reading.ts'

export const messages = { ...project, ...reading, ...checking } as const satisfies Record<string, Entry>

export type Code = keyof typeof messages
