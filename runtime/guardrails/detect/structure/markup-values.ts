// Values of tables and definition lists in HTML, below or next to their names, and of XML elements, which have a name.
import { type IsWanted, isName, isValue, MAX_VALUE, type NamedValue, trimmed } from './named-value.ts'

const HAS_CELLS = /<(?:t[dh]|dd)\b/i
const TAGS = /<(\/?)(table|tr|th|td|dt|dd)\b[^<>]{0,300}>/gi
const ELEMENT = /<([A-Za-z][\w:.-]{1,60})(?:\s[^<>]{0,200})?>([^<>\n]{1,256})<\//g
/** UTF-16 code units of the first row of a table, if it is to be carried on. */
const MAX_TOP = 4000
/** Tags within a cell before its text. */
const INNER = /(?:\s{0,20}<(?!\/?(?:table|t[rhd]|d[td])\b)[^<>]{1,200}>){1,8}/y

/** The text that follows a tag. */
function contentAt(text: string, index: number, inner: RegExp): readonly [start: number, end: number] {
  inner.lastIndex = index
  const from = inner.test(text) ? inner.lastIndex : index
  const next = text.indexOf('<', from)
  return trimmed(text, from, Math.min(next < 0 ? text.length : next, from + MAX_VALUE))
}

/** Cells take the name of their column, or that of a cell before them in their row. */
function* cellValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  const inner = new RegExp(INNER)
  let columns: string[] = []
  let column = 0
  let isFirstRow = true
  let beside = ''
  for (const { 0: tag, 1: slash, 2: element = '', index } of text.matchAll(TAGS)) {
    const kind = element.toLowerCase()
    if (kind === 'table') columns = []
    if (kind === 'table') isFirstRow = true
    if (kind === 'tr' && column > 0) isFirstRow = false
    if (kind === 'table' || kind === 'tr') [column, beside] = [0, '']
    if (slash !== '' || kind === 'table' || kind === 'tr') continue
    const isLabel = isFirstRow || kind === 'th' || kind === 'dt' || column === 0
    const header = isFirstRow ? '' : (columns[column] ?? '')
    const names = [header, beside].filter(name => name !== '')
    beside = ''
    if (isLabel || names.some(isWanted)) {
      const [start, end] = contentAt(text, index + tag.length, inner)
      const written = text.slice(start, end)
      const name = isValue(written) && kind.endsWith('d') ? names.find(isWanted) : undefined
      if (name !== undefined) yield { name, start, end }
      if (isLabel && isName(written)) beside = written
      if (isFirstRow && kind.startsWith('t')) columns[column] = beside
    }
    column += 1
  }
}

function* elementValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(ELEMENT)) {
    if (!isValue(value) || !isWanted(name)) continue
    const end = index + whole.length - 2
    yield { name, start: end - value.length, end }
  }
}

export function* markupValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  if (!text.includes('</')) return
  yield* elementValues(text, isWanted)
  if (HAS_CELLS.test(text)) yield* cellValues(text, isWanted)
}

/** The first row of the table that goes on at a line. */
export function markupTop(text: string, from: number): string | undefined {
  const table = [...text.slice(0, from).matchAll(/<(\/?)table\b/gi)].at(-1)
  if (table === undefined || table[1] !== '') return undefined
  const row = text.indexOf('</tr>', table.index)
  return row < 0 || row > from || row - table.index > MAX_TOP
    ? undefined
    : text.slice(table.index, row + '</tr>'.length)
}
