// Diagnostics of the readers (compiler/read), merged from their topics.

import { jsonSyntaxMessages } from './json-syntax.ts'
import type { MessageEntry } from './message-entry.ts'
import { typescriptMessages } from './typescript.ts'
import { yamlMessages } from './yaml.ts'

export const readingMessages = {
  ...jsonSyntaxMessages,
  ...yamlMessages,
  ...typescriptMessages,
} as const satisfies Record<string, MessageEntry>
