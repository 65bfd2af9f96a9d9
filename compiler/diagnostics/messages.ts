// Every mistake the compiler can name: code, usual severity, title and explanation. The code is stable: people
// search for it, CI filters by it, and `portolan explain CODE` prints its page.
import { checking } from './messages/checking.ts'
import type { Entry } from './messages/entry.ts'
import { project } from './messages/project.ts'
import { reading } from './messages/reading.ts'

export const messages = { ...project, ...reading, ...checking } as const satisfies Record<string, Entry>

export type Code = keyof typeof messages
