// What is known of a code besides its findings, for formats that carry documentation.

import type { MessageEntry } from '../../diagnostics/messages/message-entry.ts'
import { diagnosticMessages } from '../../diagnostics/messages.ts'

/** The page of `portolan explain`; undefined for codes that have none. */
export const rulePage = (code: string): MessageEntry | undefined => {
  const pages: Readonly<Record<string, MessageEntry>> = diagnosticMessages
  return Object.hasOwn(pages, code) ? pages[code] : undefined
}
