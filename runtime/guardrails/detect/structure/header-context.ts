// The retained part of a text that is read in parts: its end, and before it the header that names the values of what follows, however far
// above it is.
import { tableTop } from './line-tables.ts'
import { markupTop } from './markup-values.ts'
import { insertTop } from './sql-inserts.ts'

/** UTF-16 code units of a line that are retained, so that a text of one line is not read again and again. */
const MAX_LINE = 4096
/** A header whose rows follow is no longer than this. */
const MAX_HEADER = 512

export interface HeaderContext {
  /** It is not next to what follows; empty where the text ends in no table. */
  readonly header: string
  /** From where on the text is retained: the cut, or the start of its line. */
  readonly from: number
}

export function headerContext(text: string, cut: number): HeaderContext {
  const from = text.lastIndexOf('\n', cut - 1) + 1
  if (cut - from > MAX_LINE) return { header: '', from: cut }
  for (const topOf of [insertTop, markupTop, tableTop]) {
    const header = topOf(text, from)
    if (header !== undefined && header.length <= from) return { header, from }
  }
  return { header: '', from: cut - from > MAX_HEADER ? cut : from }
}
