// Text layout for people: text after a label, and tables. Tables fit the width of the terminal: cells are wrapped, and where columns
// would be too narrow each row is a list. Without a terminal (a pipe, a file), the width is infinite and each row is one line.
import { fitLine, visibleWidth } from './fit-text.ts'

/** Text is hard to read in longer lines, so it does not use all of a wide terminal. */
const MAX_TEXT = 100

/** Comma-separated items after a label, wrapped with a hanging indent. */
export function formatLabelledList(
  label: string,
  indent: number,
  column: number,
  items: readonly string[],
  width = MAX_TEXT,
): string {
  return wrapText(label, indent, column, items.join(', '), width)
}

/** A sentence after a label, wrapped with a hanging indent. */
export function wrapText(
  label: string,
  indent: number,
  column: number,
  text: string,
  width = MAX_TEXT,
): string {
  const start = `${' '.repeat(indent)}${label.padEnd(column)}`
  return fitLine(start + text, Math.min(width, MAX_TEXT), start.length).join('\n')
}

/** Several lines after a label, with a hanging indent. */
export function formatBlock(label: string, indent: number, width: number, lines: readonly string[]): string {
  const margin = ' '.repeat(indent + width)
  return `${' '.repeat(indent)}${label.padEnd(width)}${lines.join(`\n${margin}`)}`
}

export interface TableLayout {
  /** All columns but the first are numbers: right-aligned, and never wrapped. */
  readonly numbers?: boolean
  /** Columns of the terminal. */
  readonly width?: number
  /** Paints the header. */
  readonly head?: (text: string) => string
}

type Row = readonly string[]

const GAP = '  '
/** Columns that continue the text of a first cell, so that it does not look like a row. */
const HANG = 2
/** Narrower columns of text are hard to read. */
const LEAST = 16
/** Lines of a row beyond which a list is easier to read. */
const MAX_LINES = 4

/** The first row is the header. */
export function formatTable(
  rows: readonly Row[],
  { numbers = false, width = Number.POSITIVE_INFINITY, head = text => text }: TableLayout = {},
): readonly string[] {
  const painted = (line: string, row: number): string => (row === 0 ? head(line) : line)
  const natural = (rows[0] ?? []).map((_, column) => widest(rows.map(row => row[column] ?? '')))
  const available = width - GAP.length * (natural.length - 1)
  if (sum(natural) <= available)
    return rows.map((row, index) => painted(joinCells(row, natural, numbers), index))
  const least = natural.map((full, column) =>
    numbers && column > 0
      ? full
      : Math.min(full, Math.max(LEAST, HANG + widest(rows.flatMap(row => (row[column] ?? '').split(' '))))),
  )
  if (sum(least) > available) return listRows(rows, width, head)
  const widths = shareColumns(natural, least, available)
  const wrapped = rows.map(row =>
    row.map((cell, column) => fitLine(cell, widths[column] ?? 0, column === 0 ? HANG : 0)),
  )
  return wrapped.some(cells => cells.some(lines => lines.length > MAX_LINES))
    ? listRows(rows, width, head)
    : wrapped.flatMap((cells, index) =>
        Array.from({ length: Math.max(...cells.map(lines => lines.length)) }, (_, line) =>
          painted(
            joinCells(
              cells.map(lines => lines[line] ?? ''),
              widths,
              numbers,
            ),
            index,
          ),
        ),
      )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, visibleWidth(text)), 0)

function joinCells(row: Row, widths: readonly number[], numbers: boolean): string {
  const cells = row.map((cell, column) => {
    const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - visibleWidth(cell)))
    return numbers && column > 0 ? space + cell : cell + space
  })
  return cells.join(GAP).trimEnd()
}

/** Widths of columns: those that need less than an equal share get what they need, the others share what is left. */
function shareColumns(
  natural: readonly number[],
  least: readonly number[],
  available: number,
): readonly number[] {
  const widths = [...least]
  for (let left = available - sum(widths); left > 0; ) {
    const open = widths.flatMap((width, column) => (width < (natural[column] ?? 0) ? [column] : []))
    const narrowest = open.toSorted((one, other) => (widths[one] ?? 0) - (widths[other] ?? 0))[0]
    if (narrowest === undefined) break
    widths[narrowest] = (widths[narrowest] ?? 0) + 1
    left -= 1
  }
  return widths
}

/** The maximum number of other cells of a row on the line of the first one. */
const MAX_BESIDE = 2

/** Each row as a list: its first cell, then the others after the names of their columns; on its line if there is room. */
function listRows(
  [header = [], ...rows]: readonly Row[],
  width: number,
  head: (text: string) => string,
): readonly string[] {
  const [name = '', ...labels] = header
  const column = GAP.length + widest(labels) + GAP.length
  return rows.flatMap(([first = '', ...cells]) => {
    const title = name === '' ? first : `${head(name)} ${first}`
    const others = cells.flatMap((cell, index) => (cell === '' ? [] : [[labels[index] ?? '', cell] as const]))
    const line = [title, ...others.map(([label, cell]) => `${head(label)} ${cell}`)].join(GAP)
    if (others.length <= MAX_BESIDE && visibleWidth(line) <= width) return [line]
    return [
      ...fitLine(title, width),
      ...others.flatMap(([label, cell]) =>
        fitLine(`${GAP}${head(label.padEnd(column - GAP.length))}${cell}`, width, column),
      ),
    ]
  })
}
