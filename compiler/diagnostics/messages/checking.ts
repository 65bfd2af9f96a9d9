// Mistakes found in a value that could be read (compiler/check).
import { type Entry, entry } from './entry.ts'

export const checking = {
  'wrong-type': entry('error', 'A value has another type than its property wants.', ``),
} as const satisfies Record<string, Entry>
