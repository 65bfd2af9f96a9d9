// How much of a report about replaced models is shown: a screen, or all of it.
import type { ReportSection, ReportTable } from '../../report/section.ts'

/** How much of a report is shown. */
export interface SwapExtent {
  /** Replacements in full. */
  readonly swaps: number
  /** Rows of each table and items of each list. */
  readonly rows: number
  /** Where the others are. */
  readonly where: string
}

/** About forty lines for one config. */
export const SCREEN: SwapExtent = { swaps: 1, rows: 9, where: ', in --format json' }
export const WHOLE_REPORT: SwapExtent = {
  swaps: Number.POSITIVE_INFINITY,
  rows: Number.POSITIVE_INFINITY,
  where: '',
}

/** A section without tables. */
export const sentencesOnly = (title: string, sentences: readonly string[]): ReportSection => ({
  title,
  sentences,
  tables: [],
  notes: [],
})

/** The first ones, and how many there are besides. */
export function limited(
  items: readonly string[],
  { rows, where }: Pick<SwapExtent, 'rows' | 'where'>,
): readonly string[] {
  const beyond = items.length - rows
  return beyond <= 0 ? items : [...items.slice(0, rows), `And ${beyond} more${where}.`]
}

export function limitedRows(table: ReportTable['rows'], { rows, where }: SwapExtent): ReportTable['rows'] {
  const beyond = table.length - rows
  return beyond <= 0 ? table : [...table.slice(0, rows), [`and ${beyond} more${where}`, '']]
}
