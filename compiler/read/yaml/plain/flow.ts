// Collections in brackets, on one line.
import type { Json } from '../../../../schemas/values/json.ts'
import { setOwnProperty } from '../../set-property.ts'
import { type PlainValue, readPlainKey, readPlainScalar } from './scalar.ts'

/** Deeper nesting is left to the whole reader. */
export const MAX_PLAIN_DEPTH = 50

const OPEN_BRACKET = 91
const OPEN_BRACE = 123
const CLOSE_BRACKET = 93
const CLOSE_BRACE = 125
const COMMA = 44

const afterSpaces = (line: string, at: number): number => {
  let next = at
  while (line.charCodeAt(next) === 32) next += 1
  return next
}

/** The scalar, list or mapping at a column of a line. */
export function readPlainItem(
  line: string,
  at: number,
  depth: number,
  inFlow: boolean,
): PlainValue | undefined {
  const first = line.charCodeAt(at)
  if (depth > MAX_PLAIN_DEPTH) return undefined
  if (first === OPEN_BRACKET) return readList(line, at, depth)
  if (first === OPEN_BRACE) return readMapping(line, at, depth)
  return readPlainScalar(line, at, inFlow)
}

function readList(line: string, open: number, depth: number): PlainValue | undefined {
  const value: Json[] = []
  let at = afterSpaces(line, open + 1)
  if (line.charCodeAt(at) === CLOSE_BRACKET) return { value, end: at + 1 }
  for (;;) {
    const item = readPlainItem(line, at, depth + 1, true)
    if (item === undefined) return undefined
    value.push(item.value)
    at = afterSpaces(line, item.end)
    const next = line.charCodeAt(at)
    if (next === CLOSE_BRACKET) return { value, end: at + 1 }
    if (next !== COMMA) return undefined
    at = afterSpaces(line, at + 1)
  }
}

function readMapping(line: string, open: number, depth: number): PlainValue | undefined {
  const value: Record<string, Json> = {}
  let at = afterSpaces(line, open + 1)
  if (line.charCodeAt(at) === CLOSE_BRACE) return { value, end: at + 1 }
  for (;;) {
    const key = readPlainKey(line, at)
    if (key === undefined || Object.hasOwn(value, key.key)) return undefined
    const item = readPlainItem(line, afterSpaces(line, key.end), depth + 1, true)
    if (item === undefined) return undefined
    setOwnProperty(value, key.key, item.value)
    at = afterSpaces(line, item.end)
    const next = line.charCodeAt(at)
    if (next === CLOSE_BRACE) return { value, end: at + 1 }
    if (next !== COMMA) return undefined
    at = afterSpaces(line, at + 1)
  }
}
