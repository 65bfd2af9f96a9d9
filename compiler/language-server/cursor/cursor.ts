// Finds out where in a document the cursor is from the text before it, because documents cannot be parsed while they are typed. In the block
// style of YAML, the lines before it give the path by their indentation, whether they are complete or not.
import { type CursorContext, flowContext } from './flow-context.ts'

/** Undefined where nothing is known, in a comment for example. */
export function findCursor(text: string, offset: number, format: 'json' | 'yaml'): CursorContext | undefined {
  if (format === 'yaml') return blockContext(text, offset)
  const start = text.search(/[[{]/)
  if (start < 0 || start >= offset) return undefined
  const found = flowContext(text, start, offset)
  return 'closed' in found ? undefined : found
}

// The cursor in the tag of a partial: `{{>` and what follows.

const OPEN = /\{\{>\s*([\w-]*)$/

/** The offset of the name; undefined outside of such a tag. */
export function tagContext(text: string, offset: number): { readonly start: number } | undefined {
  const found = OPEN.exec(text.slice(Math.max(0, offset - MAX_TAG), offset))
  return found === null ? undefined : { start: offset - (found[1]?.length ?? 0) }
}

/** The longest tag that is completed, in UTF-16 code units. */
const MAX_TAG = 300

interface Frame {
  readonly indent: number
  readonly isList: boolean
  readonly keys: string[]
  /** The last name of an object, or the last index of a list. */
  token: string
}

const KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#&*!|>%@`{}[\],-][^#]*?|-[^\s#][^#]*?))\s*:(?=\s|$)[ \t]*/

/** Longer names are not completed: the search for a colon would take quadratic time. */
const MAX_KEY = 1_000

function blockContext(text: string, offset: number): CursorContext | undefined {
  const frames: Frame[] = []
  const lines = new LineReader(text, offset)
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (!line.isLast && /^\s*(?:#|$|---)/.test(line.text)) continue
    if (/^\s*#/.test(line.text)) return undefined
    const found = readLine(line, frames, lines)
    if (found !== undefined) return found
  }
  return undefined
}

interface Line {
  readonly text: string
  readonly start: number
  /** Whether the cursor is at its end. */
  readonly isLast: boolean
}

/** The lines before the cursor, the last one up to it. */
class LineReader {
  readonly text: string
  readonly limit: number
  at = 0
  isDone = false

  constructor(text: string, limit: number) {
    this.text = text
    this.limit = limit
  }

  next(): Line | undefined {
    if (this.isDone) return undefined
    const start = this.at
    const newline = this.text.indexOf('\n', start)
    const isLast = newline < 0 || newline >= this.limit
    this.isDone = isLast
    this.at = newline + 1
    const end = isLast ? this.limit : newline
    return { text: this.text.slice(start, end).replace(/\r$/, ''), start, isLast }
  }
}

function readLine(line: Line, frames: Frame[], lines: LineReader): CursorContext | undefined {
  let column = line.text.search(/\S|$/)
  for (;;) {
    const rest = line.text.slice(column)
    const dash = /^-(?=\s|$)[ \t]*/.exec(rest)
    if (dash === null) break
    enterItem(frames, column)
    const isBare = dash[0].length === rest.length
    if (isBare && line.isLast)
      // Directly behind the dash, the cursor is not in an item yet.
      return rest === '-' ? undefined : wordContext('item', pathOf(frames), '', line.start + line.text.length)
    if (isBare) return undefined
    column += dash[0].length
  }
  const rest = line.text.slice(column)
  const key = KEY.exec(rest.slice(0, MAX_KEY))
  if (key === null) return line.isLast ? partialContext(rest, column, line, frames) : undefined
  enterKey(frames, column, key[1] ?? key[2] ?? key[3] ?? '')
  const value = rest.slice(key[0].length)
  const valueStart = line.start + column + key[0].length
  if (/^[[{]/.test(value)) {
    const found = flowContext(lines.text, valueStart, lines.limit)
    if (!('closed' in found)) return { ...found, path: [...pathOf(frames), ...found.path] }
    skipTo(lines, found.closed)
    return undefined
  }
  if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(value) && !line.isLast) return skipText(column, frames, lines)
  // Directly behind the colon a value cannot begin.
  if (!line.isLast || (value === '' && line.text.endsWith(':'))) return undefined
  return wordContext('value', pathOf(frames), value, valueStart)
}

const pathOf = (frames: readonly Frame[]): readonly string[] => frames.map(({ token }) => token)

function leave(frames: Frame[], isInner: (frame: Frame) => boolean): Frame | undefined {
  for (let top = frames.at(-1); top !== undefined && isInner(top); top = frames.at(-1)) frames.pop()
  return frames.at(-1)
}

function enterItem(frames: Frame[], indent: number): void {
  const top = leave(frames, frame => frame.indent > indent)
  if (top?.isList === true && top.indent === indent) top.token = String(Number(top.token) + 1)
  else frames.push({ indent, isList: true, keys: [], token: '0' })
}

/** A list may have the indentation of the name that it belongs to. */
const leaveForKey = (frames: Frame[], indent: number): Frame | undefined =>
  leave(frames, frame => frame.indent > indent || (frame.indent === indent && frame.isList))

function enterKey(frames: Frame[], indent: number, name: string): void {
  const top = leaveForKey(frames, indent)
  if (top?.indent === indent) top.token = name
  else frames.push({ indent, isList: false, keys: [], token: name })
  frames.at(-1)?.keys.push(name)
}

/** A line without a colon: a name that is being typed, or an item of a list. */
function partialContext(
  rest: string,
  column: number,
  line: Line,
  frames: Frame[],
): CursorContext | undefined {
  const start = line.start + column
  const isItem = line.text.slice(0, column).trimEnd().endsWith('-')
  if (isItem) {
    if (/^[[{]/.test(rest)) {
      const found = flowContext(line.text, column, line.text.length)
      return 'closed' in found
        ? undefined
        : { ...found, path: [...pathOf(frames), ...found.path], start: found.start + line.start }
    }
    return wordContext('item', pathOf(frames), rest, start)
  }
  const top = leaveForKey(frames, column)
  const isSibling = top !== undefined && top.indent === column
  const path = pathOf(frames)
  const siblings = isSibling ? top.keys : []
  return { ...wordContext('key', isSibling ? path.slice(0, -1) : path, rest, start), siblings }
}

function wordContext(
  part: CursorContext['part'],
  path: readonly string[],
  written: string,
  start: number,
): CursorContext {
  const first = written[0]
  const quote = first === '"' || first === "'" ? first : ''
  return { part, path, typed: written.slice(quote.length), start: start + quote.length, quote, siblings: [] }
}

function skipTo(lines: LineReader, offset: number): void {
  const newline = lines.text.indexOf('\n', offset)
  if (newline < 0 || newline >= lines.limit) lines.isDone = true
  else lines.at = newline + 1
}

/** A block of text ends before the next line that is indented no deeper than its name. */
function skipText(column: number, frames: readonly Frame[], lines: LineReader): CursorContext | undefined {
  for (;;) {
    const before = lines.at
    const line = lines.next()
    if (line === undefined) return undefined
    const indent = line.text.search(/\S/)
    if (indent >= 0 && indent <= column) {
      lines.at = before
      lines.isDone = false
      return undefined
    }
    if (line.isLast) {
      const typed = /[^\s]*$/.exec(line.text)?.[0] ?? ''
      return wordContext('text', pathOf(frames), typed, line.start + line.text.length - typed.length)
    }
  }
}
