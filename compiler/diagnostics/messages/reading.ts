// Mistakes found while a text becomes a value (compiler/read).
import { type Entry, entry } from './entry.ts'

export const reading = {
  'malformed-json': entry('error', 'The text is not JSON.', ``),
} as const satisfies Record<string, Entry>
