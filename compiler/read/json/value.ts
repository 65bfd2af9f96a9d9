// Values, objects, arrays and literals: builds the value together with the tree of its origins.
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { MAX_DEPTH } from '../reader.ts'
import { setOwnProperty } from '../set-property.ts'
import { abort, type Cursor, reportAt, skipSpace } from './cursor.ts'
import { readItems } from './items.ts'
import { readJsonNumber } from './number.ts'
import { isQuote, readString } from './string.ts'

interface ParsedValue {
  readonly value: Json
  readonly tree: OriginTree
}

/** Reads the value at the cursor. `depth` is the number of enclosing brackets. */
export function readValue(cursor: Cursor, depth: number, key?: SourceSpan): ParsedValue {
  const start = cursor.at
  const char = cursor.text.charAt(start)
  if (char === '{' || char === '[') {
    if (depth >= MAX_DEPTH) {
      const message = `Nesting level ${depth + 1} exceeds the limit of ${MAX_DEPTH}.`
      reportAt(cursor, start, start + 1, message, { code: 'too-deep' })
      abort(cursor)
      return parsedValue(null, start, cursor.at, key)
    }
    return char === '{' ? readObject(cursor, depth, key) : readArray(cursor, depth, key)
  }
  return parsedValue(readScalar(cursor, char), start, cursor.at, key)
}

function readScalar(cursor: Cursor, char: string): Json {
  if (isQuote(char)) return readString(cursor)
  return /[-+.\d]/.test(char) ? readJsonNumber(cursor) : readLiteral(cursor)
}

function parsedValue(
  value: Json,
  start: number,
  end: number,
  key?: SourceSpan,
  children?: OriginTree['children'],
): ParsedValue {
  const span = { start, end }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: children ? { origin, children } : { origin } }
}

function readArray(cursor: Cursor, depth: number, key?: SourceSpan): ParsedValue {
  const start = cursor.at
  const value: Json[] = []
  const children: OriginTree[] = []
  readItems(cursor, ']', () => {
    const item = readValue(cursor, depth + 1)
    value.push(item.value)
    children.push(item.tree)
  })
  return parsedValue(value, start, cursor.at, key, children)
}

function readObject(cursor: Cursor, depth: number, key?: SourceSpan): ParsedValue {
  const start = cursor.at
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  // In a list an object that follows is the next one of it, and this one is not closed.
  const isInList = key === undefined && depth > 0
  let last: PropertyName | undefined
  const reportOther = () => last !== undefined && reportItemWithoutBracket(cursor, last)
  const readMember = () => {
    if (last !== undefined && reportListWithoutBracket(cursor, last, isInList)) return
    const name = readName(cursor)
    last = name
    const member = readMemberValue(cursor, depth, name)
    if (name === undefined || member === undefined) return
    const first = children.get(name.text)?.origin.key
    if (first !== undefined) {
      reportAt(cursor, name.span.start, name.span.end, `Duplicate key "${name.text}" in an object.`, {
        code: 'duplicate-key',
        note: { ...first, message: 'first defined here' },
      })
    } else {
      setOwnProperty(value, name.text, member.value)
      children.set(name.text, member.tree)
    }
  }
  readItems(cursor, '}', readMember, reportOther)
  return parsedValue(value, start, cursor.at, key, children)
}

/** Values without names up to a bracket that closes a list. */
const VALUES = /(?:[^:{}[\]"]|"(?:[^"\\\n]|\\.)*")*\]/y

/** Reports a value in the place of a name if it can only be the second of a list; false if it may be a name. */
function reportListWithoutBracket(cursor: Cursor, { text, span }: PropertyName, isInList: boolean): boolean {
  const { text: source, at } = cursor
  VALUES.lastIndex = at
  const opens = source[at] === '{' || source[at] === '['
  if (opens ? isInList : !/[-\d"tfn]/.test(source.charAt(at)) || !VALUES.test(source)) return false
  const message = `"${text}" has several values: "[" is missing before the first.`
  reportAt(cursor, span.end, span.end, message, { isLost: true })
  return true
}

/** Reports a list that is closed and was not opened, with one value or twice: what follows closes every bracket that is open. */
function reportItemWithoutBracket(cursor: Cursor, { text, span }: PropertyName): void {
  const { text: source, at, openBrackets } = cursor
  const unmatched = { '}': 0, ']': 0 }
  for (const [token] of source.slice(at + 1).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') unmatched['}'] -= 1
    else if (token === '[') unmatched[']'] -= 1
    else if (token === '}' || token === ']') unmatched[token] += 1
  }
  if (unmatched['}'] !== openBrackets['}'] || unmatched[']'] !== openBrackets[']']) return
  if (source.slice(0, at).trimEnd().endsWith(']')) {
    const options = { fix: '', isGuess: true, isLost: true }
    reportAt(cursor, at, at + 1, '"]" closes a bracket that was never opened.', options)
    return
  }
  const message = `The value of "${text}" is closed by "]": "[" is missing before it.`
  reportAt(cursor, span.end, span.end, message, { isLost: true })
}

/** Characters between a name and its colon. */
const MAX_SPACE = 100

interface PropertyName {
  readonly text: string
  readonly span: SourceSpan
}

/** The name of a property; undefined if there is none. */
function readName(cursor: Cursor): PropertyName | undefined {
  const start = cursor.at
  const char = cursor.text[start]
  if (isQuote(char)) {
    const text = readString(cursor)
    return { text, span: { start, end: cursor.at } }
  }
  if (char === '{' || char === '[' || char === ':') {
    reportAt(cursor, start, start + 1, 'Expected a property name in double quotes.', { isLost: true })
    return undefined
  }
  const { word, end } = tokenAt(cursor)
  cursor.at = end
  const displayName = word.length > 40 ? `${word.slice(0, 40)}...` : word
  // Without a value behind it, quotes would make another mistake of it.
  const isName = /^\s*:/.test(cursor.text.slice(end, end + MAX_SPACE))
  reportAt(cursor, start, end, `The property name "${displayName}" must be in double quotes.`, {
    ...(isName && { fix: JSON.stringify(word) }),
  })
  return { text: word, span: { start, end } }
}

/** The colon and the value after a name; undefined if there is no value. */
function readMemberValue(
  cursor: Cursor,
  depth: number,
  name: PropertyName | undefined,
): ParsedValue | undefined {
  const nameEnd = cursor.at
  skipSpace(cursor)
  const separated = skipSeparator(cursor)
  if (separated) skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === undefined || next === ',' || next === '}' || next === ']') {
    // A name that was reported is the mistake: it may be a value.
    if (name !== undefined && cursor.errorEnd === name.span.end) abort(cursor)
    else if (next !== undefined && name !== undefined) {
      reportAt(cursor, name.span.start, name.span.end, `The property "${name.text}" has no value.`, {
        isLost: true,
      })
    }
    return undefined
  }
  if (!separated && name !== undefined) {
    reportAt(cursor, nameEnd, nameEnd, `Missing ":" after the property name "${name.text}".`, {
      fix: ':',
      isLost: true,
    })
  }
  return readValue(cursor, depth + 1, name?.span)
}

function skipSeparator(cursor: Cursor): boolean {
  const { text, at } = cursor
  const char = text[at]
  if (char !== ':' && char !== '=') return false
  cursor.at += 1
  if (char === ':') return true
  if (text[cursor.at] === '>') cursor.at += 1
  const message = `Expected ":" between a property name and its value, but found "${text.slice(at, cursor.at)}".`
  reportAt(cursor, at, cursor.at, message, { fix: ':' })
  return true
}

/** Structural characters, whitespace and the quote end a token. */
const TOKEN = /[^\s,:{}[\]"]+/y
const LITERALS: Readonly<Record<string, Json>> = { true: true, false: false, null: null }
/** Equivalents in other languages. */
const FOREIGN_LITERALS: Readonly<Record<string, string>> = {
  yes: 'true',
  on: 'true',
  no: 'false',
  off: 'false',
  none: 'null',
  nil: 'null',
  undefined: 'null',
}

/** The token at the cursor and its end; at least one character long. */
function tokenAt(cursor: Cursor): { readonly word: string; readonly end: number } {
  TOKEN.lastIndex = cursor.at
  const word = TOKEN.exec(cursor.text)?.[0] ?? cursor.text.charAt(cursor.at)
  return { word, end: cursor.at + word.length }
}

/** Reads a literal, or reports the token. */
function readLiteral(cursor: Cursor): Json {
  const start = cursor.at
  const { word, end } = tokenAt(cursor)
  cursor.at = end
  const value = Object.hasOwn(LITERALS, word) ? LITERALS[word] : undefined
  if (value !== undefined) return value
  const lower = word.toLowerCase()
  const meant = Object.hasOwn(LITERALS, lower)
    ? lower
    : Object.hasOwn(FOREIGN_LITERALS, lower)
      ? FOREIGN_LITERALS[lower]
      : undefined
  const displayed = word.length > 40 ? `${word.slice(0, 40)}...` : word
  if (meant !== undefined) {
    reportAt(cursor, start, end, `"${displayed}" is not a JSON value. Did you mean ${meant}?`, { fix: meant })
  } else if (/^(?:nan|infinity)$/.test(lower)) {
    reportAt(cursor, start, end, `"${displayed}" is not a valid JSON number: JSON has no infinity or NaN.`)
  } else if (/^[\p{L}\p{N}_$]/u.test(word)) {
    const message = `"${displayed}" is not a JSON value. If it is a string, put it in double quotes.`
    reportAt(cursor, start, end, message, { fix: JSON.stringify(word) })
  } else {
    reportAt(cursor, start, end, `Unexpected "${displayed}"; expected a value.`, { isLost: true })
  }
  return null
}
