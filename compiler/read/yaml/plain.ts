// The value of a text in plain YAML, as most configs are written: mappings and lists in blocks or brackets, scalars on one
// line, comments. It takes a tenth of the time of the whole reader, and gives up wherever that might report something or
// read another value: it never decides that a text is wrong. A property test compares the two.
import type { Json } from '../../../schemas/values/json.ts'
import { setOwnProperty } from '../set-property.ts'
import { MAX_PLAIN_DEPTH, readPlainItem } from './plain/flow.ts'
import { type PlainLine, plainLines } from './plain/lines.ts'
import { type PlainValue, readPlainKey } from './plain/scalar.ts'

/** The value, or undefined where the text is not plain. Never throws. */
export function readPlainYaml(text: string): Json | undefined {
  const lines = plainLines(text)
  const [first] = lines ?? []
  if (lines === undefined || first === undefined || first.indent > 0) return undefined
  const root = readBlock(lines, 0, 0)
  return root?.next === lines.length ? root.value : undefined
}

/** A value and the index of the line behind it. */
interface PlainBlock {
  readonly value: Json
  readonly next: number
}

type Lines = readonly PlainLine[]

const DASH = 45

/** Whether a line begins an item of a list. */
const isItem = ({ text, indent }: PlainLine): boolean =>
  text.charCodeAt(indent) === DASH && (text.length === indent + 1 || text.charCodeAt(indent + 1) === 32)

/** The list or mapping that begins with a line. */
function readBlock(lines: Lines, at: number, depth: number): PlainBlock | undefined {
  const line = lines[at]
  if (line === undefined || depth > MAX_PLAIN_DEPTH) return undefined
  return isItem(line) ? readItems(lines, at, depth) : readEntries(lines, at, depth, line)
}

function readItems(lines: Lines, start: number, depth: number): PlainBlock | undefined {
  const value: Json[] = []
  const indent = lines[start]?.indent
  let at = start
  for (let line = lines[at]; line !== undefined && line.indent === indent && isItem(line); line = lines[at]) {
    const column = contentAfter(line.text, line.indent + 1)
    const inner = { text: line.text, indent: column }
    const item =
      column === line.text.length
        ? readBelow(lines, at, line.indent, depth, false)
        : isItem(inner)
          ? undefined
          : readPlainKey(line.text, column) === undefined
            ? readInline(lines, at, column, line.indent, depth)
            : readEntries(lines, at, depth + 1, inner)
    if (item === undefined) return undefined
    value.push(item.value)
    at = item.next
  }
  return { value, next: at }
}

/** `first`: the first line, which is part of an item of a list where its content begins behind a dash. */
function readEntries(lines: Lines, start: number, depth: number, first: PlainLine): PlainBlock | undefined {
  const value: Record<string, Json> = {}
  const { indent } = first
  let at = start
  let line: PlainLine | undefined = first
  while (line !== undefined && line.indent === indent && !(at > start && isItem(line))) {
    const key = readPlainKey(line.text, indent)
    if (key === undefined || Object.hasOwn(value, key.key)) return undefined
    const column = contentAfter(line.text, key.end)
    const entry =
      column === line.text.length
        ? readBelow(lines, at, indent, depth, true)
        : readInline(lines, at, column, indent, depth)
    if (entry === undefined) return undefined
    setOwnProperty(value, key.key, entry.value)
    at = entry.next
    line = lines[at]
  }
  return { value, next: at }
}

/** The column of the next content; the length of the line before a comment or the end. */
function contentAfter(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32) at += 1
  return text.charCodeAt(at) === 35 ? text.length : at
}

/** A block on the lines below its key or dash. The items of a list may stand below their key without indentation. */
function readBelow(
  lines: Lines,
  at: number,
  indent: number,
  depth: number,
  mayAlign: boolean,
): PlainBlock | undefined {
  const below = lines[at + 1]
  if (below === undefined || below.indent < indent) return undefined
  if (below.indent === indent && !(mayAlign && isItem(below))) return undefined
  return readBlock(lines, at + 1, depth + 1)
}

/** A value on the line of its key or dash. What is indented below it would belong to it. */
function readInline(
  lines: Lines,
  at: number,
  column: number,
  indent: number,
  depth: number,
): PlainBlock | undefined {
  const { text } = lines[at] as PlainLine
  const item: PlainValue | undefined = readPlainItem(text, column, depth, false)
  if (item === undefined || contentAfter(text, item.end) !== text.length) return undefined
  const behind = text.charCodeAt(item.end)
  if (!(Number.isNaN(behind) || behind === 32)) return undefined
  const below = lines[at + 1]
  return below !== undefined && below.indent > indent ? undefined : { value: item.value, next: at + 1 }
}
