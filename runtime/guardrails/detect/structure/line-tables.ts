// Values in lines below their names: CSV, TSV, Markdown and other tables with a sign between their columns, and lines below one label.
import { type IsWanted, isName, isValue, type NamedValue, trimmed } from './named-value.ts'

/** Signs between columns, the rarest first: a comma is also in values. */
const SEPARATORS = ['\t', '|', ';', ',']
/** A line between header and rows has a dash, too. */
const RULE = /^[\s|:+=-]+$/
const RULE_START = /[\s|:+=-]/
/** UTF-16 code units of a header, of a label above a value, and of a line that is a value. */
const MAX_HEADER = 4000
const MAX_LABEL = 56
const MAX_VALUE_LINE = 80
/** A line that is a value has few words. */
const VALUE_LINE = /^[\s>*+-]{0,8}[^\s|]{1,64}(?: [^\s|]{1,24}){0,5}\s{0,8}$/

interface Line {
  readonly start: number
  readonly text: string
}

type Cell = readonly [start: number, end: number]

interface Table {
  /** Undefined where each line is one value. */
  readonly separator: string | undefined
  readonly names: readonly string[]
}

/** A line of a table. */
interface Row {
  readonly line: Line
  readonly table: Table
  /** Columns of wanted names. */
  readonly columns: readonly number[]
  /** Where the lines begin that the table is in. */
  readonly top: number
}

/** The cells of a line without what is around them; a separator in quotes is part of a value. */
function cellsOf(line: string, separator: string): readonly Cell[] {
  const cells: Cell[] = []
  const isQuoted = line.includes('"')
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    if (isQuoted && line[at] === '"') {
      const closing = line.indexOf('"', at + 1)
      if (closing < 0) break
      at = closing
    } else if (line[at] === separator) {
      cells.push(trimmed(line, from, at))
      from = at + 1
    }
  }
  return [...cells, trimmed(line, from, line.length)]
}

const textsOf = (line: string, separator: string): readonly string[] =>
  line.includes('"')
    ? cellsOf(line, separator).map(cell => line.slice(...cell))
    : line.split(separator).map(cell => cell.trim())

/** The table that two lines begin: as many cells in both, of which the first ones are names. A growing text ends within a row. */
function tableOf(header: string, row: string, isLast: boolean): Table | undefined {
  if (header.length > MAX_HEADER) return undefined
  for (const separator of SEPARATORS) {
    const first = header.indexOf(separator)
    if (first < 0 || first > MAX_LABEL || header.length - header.lastIndexOf(separator) > MAX_LABEL) continue
    if (!row.includes(separator) || !isName(header.slice(0, first).trim())) continue
    const names = textsOf(header, separator)
    // A line of prose may end in a comma.
    if (!names.every(isName) || (separator === ',' && names.at(-1) === '')) continue
    const { length } = textsOf(row, separator)
    if (names.length === length || (isLast && length < names.length)) return { separator, names }
  }
  return undefined
}

/** A label and the values on the lines below it. */
function labelOf(label: string, line: string): Table | undefined {
  if (label.length > MAX_LABEL || !isValueLine(line)) return undefined
  const name = label.slice(...trimmed(label, 0, label.length)).replace(/\s*[:：]$/, '')
  return isName(name) && !/\d/.test(name) ? { separator: undefined, names: [name] } : undefined
}

const isValueLine = (line: string): boolean =>
  line.length <= MAX_VALUE_LINE && /\d/.test(line) && VALUE_LINE.test(line)

const isRowOf = (line: string, { separator }: Table): boolean =>
  separator === undefined ? isValueLine(line) : line.includes(separator)

const isRule = (line: string): boolean =>
  RULE_START.test(line.charAt(0)) && line.includes('-') && line.length <= MAX_HEADER && RULE.test(line)

/** Lines at the start of a table, of which another one than the first may be the header: a title may be above. */
const TOP_LINES = 4

function* rowsOf(text: string, isWanted: IsWanted): Iterable<Row> {
  let above: Line | undefined
  let table: Table | undefined
  let columns: readonly number[] | undefined
  let [top, rows] = [0, 0]
  const columnsOf = ({ names }: Table): readonly number[] =>
    [...names.keys()].filter(column => names[column] !== '' && isWanted(names[column] ?? ''))
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const line = { start, text: text.slice(start, end) }
    if (isRule(line.text)) continue
    const isBlank = end - start <= MAX_VALUE_LINE && !/\S/.test(line.text)
    const mayBegin =
      above !== undefined &&
      !isBlank &&
      (table === undefined || (rows < TOP_LINES && !/\d/.test(above.text) && columnsOf(table).length === 0))
    if (mayBegin && above !== undefined) {
      const begun = tableOf(above.text, line.text, end === text.length) ?? labelOf(above.text, line.text)
      if (begun !== undefined && table === undefined) [top, rows] = [above.start, 0]
      if (begun !== undefined) [table, columns] = [begun, undefined]
    }
    if (table !== undefined && !isRowOf(line.text, table)) table = undefined
    if (table !== undefined) {
      rows += 1
      if (columns === undefined && /\d/.test(line.text)) columns = columnsOf(table)
      yield { line, table, columns: columns ?? [], top }
    }
    // A blank line may be between a label and its value.
    if (!isBlank) above = line
  }
}

export function* tableValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  for (const { line, table, columns } of rowsOf(text, isWanted)) {
    if (columns.length === 0 || !/\d/.test(line.text)) continue
    const { separator, names } = table
    const cells =
      separator === undefined ? [trimmed(line.text, 0, line.text.length)] : cellsOf(line.text, separator)
    for (const column of columns) {
      const [from, to] = cells[column] ?? [0, 0]
      if (isValue(line.text.slice(from, to)))
        yield { name: names[column] ?? '', start: line.start + from, end: line.start + to }
    }
  }
}

/** What may be the header of the table that goes on at a line: its first line, and others at its top without a number. */
export function tableTop(text: string, from: number): string | undefined {
  let last: Row | undefined
  for (const row of rowsOf(text, () => true)) {
    last = row
    if (row.line.start >= from) break
  }
  if (last === undefined || last.top >= from) return undefined
  const end = last.line.start + last.line.text.length
  if (end < from && text.slice(end, from).trim() !== '') return undefined
  return text
    .slice(last.top, Math.min(from, last.top + MAX_HEADER))
    .split('\n', TOP_LINES + 2)
    .filter((line, order) => order === 0 || (line !== '' && !/\d/.test(line)))
    .map(line => `${line}\n`)
    .join('')
}
