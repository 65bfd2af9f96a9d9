// Diagnostics of the readers (compiler/read), merged from their topics.
import type { Entry } from './entry.ts'
import { programs } from './programs.ts'
import { texts } from './texts.ts'
import { yaml } from './yaml.ts'

export const reading = { ...texts, ...yaml, ...programs } as const satisfies Record<string, Entry>
