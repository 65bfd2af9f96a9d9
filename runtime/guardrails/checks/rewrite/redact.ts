// Replaces matches with placeholders. A value has one placeholder across all texts of a request, regardless of spacing.
// JSON, such as tool call arguments, stays JSON.

import type { Turns } from '../../../values/turns.ts'
import { type FindInTurns, WINDOW } from '../../detect/text/find-in-windows.ts'
import type { NamePlaceholder } from '../../replacing/placeholders.ts'
import { replaceRanges } from '../../replacing/replace-ranges.ts'
import { findRedactions } from './find-redactions.ts'

export interface Redaction {
  readonly texts: readonly string[]
  /** Number of replacements by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** True when no matches are left, and JSON is still JSON. */
  readonly complete: boolean
}

/** Undefined when the search of a text met a limit. */
export function* redact(
  texts: readonly string[],
  find: FindInTurns,
  placeholderFor: NamePlaceholder,
): Turns<Redaction | undefined> {
  const counts = new Map<string, number>()
  const redacted: string[] = []
  let complete = true
  let read = 0
  for (const text of texts) {
    read += text.length
    if (read > WINDOW) {
      yield
      read = 0
    }
    const found = yield* findRedactions(text, find)
    if (found === undefined) return undefined
    for (const { kind } of found.ranges) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (!found.complete) complete = false
    if (text.length > WINDOW) yield
    const replaced = yield* replaceRanges(text, found.ranges, found.isJson, placeholderFor)
    redacted.push(replaced.text)
  }
  return { texts: redacted, counts, complete }
}
