// The value of a source in plain YAML, as most configs are written: mappings and lists in blocks or brackets, scalars on one
// line, comments. It takes a tenth of the time of the whole reader, and gives up wherever that might report something or
// read another value: it never decides that a source is wrong. A property test compares the two.
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { setOwnProperty } from '../set-property.ts'
import { MAX_PLAIN_DEPTH, readPlainItem } from './plain/flow.ts'
import { originBetween, readPlainKey } from './plain/scalar.ts'

interface PlainText {
  readonly value: Json
  /** Undefined where comments make it hard to say where a collection ends. */
  readonly tree: OriginTree | undefined
}

/** The value with its origins, or undefined where the text is not plain. Never throws. */
export function readPlainYaml(text: string): PlainText | undefined {
  const { lines, hasComments } = plainLines(text) ?? { lines: [], hasComments: false }
  const [first] = lines
  if (first === undefined || first.indent > 0) return undefined
  const reading: Reading = { lines, hasComments }
  const root = readBlock(reading, 0, 0)
  if (root?.next !== lines.length) return undefined
  return { value: root.value, tree: reading.hasComments ? undefined : root.tree }
}

interface Reading {
  readonly lines: readonly PlainLine[]
  hasComments: boolean
}

/** A value and the index of the line behind it. */
interface PlainBlock {
  readonly value: Json
  readonly next: number
  readonly tree: OriginTree
}

const DASH = 45

/** Whether a line begins an item of a list. */
const isItem = ({ text, indent }: Omit<PlainLine, 'offset'>): boolean =>
  text.charCodeAt(indent) === DASH && (text.length === indent + 1 || text.charCodeAt(indent + 1) === 32)

/** The list or mapping that begins with a line. */
function readBlock(reading: Reading, at: number, depth: number, key?: SourceSpan): PlainBlock | undefined {
  const line = reading.lines[at]
  if (line === undefined || depth > MAX_PLAIN_DEPTH) return undefined
  return isItem(line) ? readItems(reading, at, depth, line, key) : readEntries(reading, at, depth, line, key)
}

function readItems(
  reading: Reading,
  start: number,
  depth: number,
  first: PlainLine,
  ownKey?: SourceSpan,
): PlainBlock | undefined {
  const value: Json[] = []
  const children: OriginTree[] = []
  const { indent } = first
  let at = start
  let line: PlainLine | undefined = first
  while (line !== undefined && line.indent === indent && isItem(line)) {
    const { text, offset } = line
    const column = contentAfter(reading, text, indent + 1)
    const inner = { text, indent: column, offset }
    const item =
      column === text.length
        ? readBelow(reading, at, indent, depth, false)
        : isItem(inner)
          ? undefined
          : readPlainKey(text, column) === undefined
            ? readInline(reading, at, column, indent, depth)
            : readEntries(reading, at, depth + 1, inner)
    if (item === undefined) return undefined
    value.push(item.value)
    children.push(item.tree)
    at = item.next
    line = reading.lines[at]
  }
  const end = children.at(-1)?.origin.value.end ?? first.offset
  return { value, next: at, tree: { origin: originBetween(first.offset + indent, end, ownKey), children } }
}

/** `first`: the first line, which is part of an item of a list where its content begins behind a dash. */
function readEntries(
  reading: Reading,
  start: number,
  depth: number,
  first: PlainLine,
  ownKey?: SourceSpan,
): PlainBlock | undefined {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  const { indent } = first
  let at = start
  let end = first.offset
  let line: PlainLine | undefined = first
  while (line !== undefined && line.indent === indent && !(at > start && isItem(line))) {
    const key = readPlainKey(line.text, indent)
    if (key === undefined || Object.hasOwn(value, key.key)) return undefined
    const column = contentAfter(reading, line.text, key.end)
    const span = { start: line.offset + indent, end: line.offset + key.end - 1 }
    const entry =
      column === line.text.length
        ? readBelow(reading, at, indent, depth, true, span)
        : readInline(reading, at, column, indent, depth, span)
    if (entry === undefined) return undefined
    setOwnProperty(value, key.key, entry.value)
    children.set(key.key, entry.tree)
    end = entry.tree.origin.value.end
    at = entry.next
    line = reading.lines[at]
  }
  return { value, next: at, tree: { origin: originBetween(first.offset + indent, end, ownKey), children } }
}

/** The column of the next content; the length of the line before a comment or the end. */
function contentAfter(reading: Reading, text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32) at += 1
  if (text.charCodeAt(at) !== 35) return at
  reading.hasComments = true
  return text.length
}

/** A block on the lines below its key or dash. The items of a list need no indentation below their key. */
function readBelow(
  reading: Reading,
  at: number,
  indent: number,
  depth: number,
  mayAlign: boolean,
  key?: SourceSpan,
): PlainBlock | undefined {
  const below = reading.lines[at + 1]
  if (below === undefined || below.indent < indent) return undefined
  if (below.indent === indent && !(mayAlign && isItem(below))) return undefined
  return readBlock(reading, at + 1, depth + 1, key)
}

/** A value on the line of its key or dash. What is indented below it would belong to it. */
function readInline(
  reading: Reading,
  at: number,
  column: number,
  indent: number,
  depth: number,
  key?: SourceSpan,
): PlainBlock | undefined {
  const line = reading.lines[at]
  const item = line && readPlainItem(line.text, column, depth, false, line.offset, key)
  if (line === undefined || item === undefined) return undefined
  if (contentAfter(reading, line.text, item.end) !== line.text.length) return undefined
  const behind = line.text.charCodeAt(item.end)
  if (!(Number.isNaN(behind) || behind === 32)) return undefined
  const below = reading.lines[at + 1]
  return below !== undefined && below.indent > indent
    ? undefined
    : { value: item.value, next: at + 1, tree: item.tree }
}

/** A line that has content. */
interface PlainLine {
  readonly text: string
  /** The column of its content. */
  readonly indent: number
  /** Where the line begins in the source. */
  readonly offset: number
}

interface PlainLines {
  readonly lines: readonly PlainLine[]
  /** Whether there are lines that have only a comment. */
  readonly hasComments: boolean
}

/** Characters that only the whole reader reads: tabs, other line breaks, control characters, byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const UNUSUAL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/

/** The lines with content, without comments; undefined if the text has characters that are not plain. */
function plainLines(text: string): PlainLines | undefined {
  if (UNUSUAL.test(text) || !text.isWellFormed()) return undefined
  const lines: PlainLine[] = []
  let hasComments = false
  let offset = 0
  for (const line of text.split('\n')) {
    let indent = 0
    while (line.charCodeAt(indent) === 32) indent += 1
    if (line.charCodeAt(indent) === 35) hasComments = true
    else if (indent < line.length) lines.push({ text: line, indent, offset })
    offset += line.length + 1
  }
  return { lines, hasComments }
}
