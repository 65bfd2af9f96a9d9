// Values of SQL inserts, named by the list of columns.
import { type IsWanted, isName, isValue, type NamedValue, trimmed } from './named-value.ts'

const INSERT =
  /\b(?:insert(?:\s{1,4}\w{1,10}){0,2}|replace)\s{1,20}into\s{1,20}[^\s()]{1,200}\s{0,20}\(([^()]{1,4000})\)\s{0,20}(?:overriding\s{1,4}\w{1,10}\s{1,4}value\s{1,20})?values?\s{0,20}(?=\()/gi
/** A row, of which a string may have any sign, and what separates it from the next one. */
const ROW =
  /\(((?:[^()'"]|'(?:[^'\\]|\\.){0,4000}'|"(?:[^"\\]|\\.){0,4000}"|\([^()'"]{0,200}\)){0,4000})\)\s{0,20}(,\s{0,20})?/y
const CELL = /(?:[^,'"]|'(?:[^'\\]|\\.){0,4000}'|"(?:[^"\\]|\\.){0,4000}"){1,4000}/g

export function* insertedValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  const row = new RegExp(ROW)
  for (const { 0: head, 1: list = '', index } of text.matchAll(INSERT)) {
    const columns = list.split(',').map(column => column.replace(/["`[\]\s]/g, ''))
    const wanted = columns.map(column => isName(column) && isWanted(column))
    if (!wanted.includes(true)) continue
    row.lastIndex = index + head.length
    for (let found = row.exec(text); found !== null; found = found[2] === undefined ? null : row.exec(text)) {
      const from = found.index + 1
      for (const [column, cell] of [...(found[1] ?? '').matchAll(CELL)].entries()) {
        if (wanted[column] !== true) continue
        const [start, end] = trimmed(text, from + cell.index, from + cell.index + cell[0].length)
        if (isValue(text.slice(start, end))) yield { name: columns[column] ?? '', start, end }
      }
    }
  }
}

/** The head of the insert whose rows go on at a line. */
export function insertTop(text: string, from: number): string | undefined {
  const head = [...text.matchAll(INSERT)].findLast(({ index }) => index < from)
  return head === undefined || /\)\s{0,20};/.test(text.slice(head.index, from)) ? undefined : head[0]
}
