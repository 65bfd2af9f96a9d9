// Values, objects and arrays: builds the value together with the tree of its origins.
import type { Json, Span } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { setOwn } from '../own.ts'
import { MAX_DEPTH } from '../reader.ts'
import { blame, type Cursor, giveUp } from './cursor.ts'
import { readItems } from './items.ts'
import { readJsonNumber } from './number.ts'
import { skipSpace } from './space.ts'
import { isQuote, readText } from './text.ts'
import { readWord, wordAt } from './word.ts'

export interface Grown {
  readonly value: Json
  readonly tree: OriginTree
}

/** Reads the value at the cursor. `depth` is the number of enclosing brackets. */
export function readValue(cursor: Cursor, depth: number, key?: Span): Grown {
  const start = cursor.at
  const char = cursor.text.charAt(start)
  if (char === '{' || char === '[') {
    if (depth >= MAX_DEPTH) {
      const message = `Nesting level ${depth + 1} exceeds the limit of ${MAX_DEPTH}.`
      blame(cursor, start, start + 1, message, { code: 'too-deep' })
      giveUp(cursor)
      return grown(null, start, cursor.at, key)
    }
    return char === '{' ? readObject(cursor, depth, key) : readArray(cursor, depth, key)
  }
  return grown(readScalar(cursor, char), start, cursor.at, key)
}

function readScalar(cursor: Cursor, char: string): Json {
  if (isQuote(char)) return readText(cursor)
  return /[-+.\d]/.test(char) ? readJsonNumber(cursor) : readWord(cursor)
}

function grown(
  value: Json,
  start: number,
  end: number,
  key?: Span,
  children?: OriginTree['children'],
): Grown {
  const span = { start, end }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: children ? { origin, children } : { origin } }
}

function readArray(cursor: Cursor, depth: number, key?: Span): Grown {
  const start = cursor.at
  const value: Json[] = []
  const children: OriginTree[] = []
  readItems(cursor, ']', () => {
    const item = readValue(cursor, depth + 1)
    value.push(item.value)
    children.push(item.tree)
  })
  return grown(value, start, cursor.at, key, children)
}

function readObject(cursor: Cursor, depth: number, key?: Span): Grown {
  const start = cursor.at
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  readItems(cursor, '}', () => {
    const name = readName(cursor)
    const found = readMemberValue(cursor, depth, name)
    if (name === undefined || found === undefined) return
    const first = children.get(name.text)?.origin.key
    if (first !== undefined) {
      blame(cursor, name.span.start, name.span.end, `Duplicate key "${name.text}" in an object.`, {
        code: 'duplicate-key',
        note: { ...first, message: 'first defined here' },
      })
    } else {
      setOwn(value, name.text, found.value)
      children.set(name.text, found.tree)
    }
  })
  return grown(value, start, cursor.at, key, children)
}

interface Name {
  readonly text: string
  readonly span: Span
}

/** The name of a property; undefined if there is none. */
function readName(cursor: Cursor): Name | undefined {
  const start = cursor.at
  const char = cursor.text[start]
  if (isQuote(char)) {
    const text = readText(cursor)
    return { text, span: { start, end: cursor.at } }
  }
  if (char === '{' || char === '[' || char === ':') {
    blame(cursor, start, start + 1, 'Expected a property name in double quotes.')
    return undefined
  }
  const { word, end } = wordAt(cursor)
  cursor.at = end
  const said = word.length > 40 ? `${word.slice(0, 40)}...` : word
  blame(cursor, start, end, `The property name "${said}" must be in double quotes.`, {
    fix: JSON.stringify(word),
  })
  return { text: word, span: { start, end } }
}

/** The colon and the value after a name; undefined if there is no value. */
function readMemberValue(cursor: Cursor, depth: number, name: Name | undefined): Grown | undefined {
  const nameEnd = cursor.at
  skipSpace(cursor)
  const separated = skipSeparator(cursor)
  if (separated) skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === undefined || next === ',' || next === '}' || next === ']') {
    if (next !== undefined && name !== undefined) {
      blame(cursor, name.span.start, name.span.end, `The property "${name.text}" has no value.`)
    }
    return undefined
  }
  if (!separated && name !== undefined) {
    blame(cursor, nameEnd, nameEnd, `Missing ":" after the property name "${name.text}".`, { fix: ':' })
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
  blame(cursor, at, cursor.at, message, { fix: ':' })
  return true
}
