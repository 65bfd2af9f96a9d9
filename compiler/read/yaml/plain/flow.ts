// Collections in brackets, on one line.
import type { Json } from '../../../../schemas/values/json.ts'
import type { SourceSpan } from '../../../source.ts'
import type { OriginTree } from '../../origins.ts'
import { setOwnProperty } from '../../set-property.ts'
import { originBetween, type PlainValue, readPlainKey, readPlainScalar } from './scalar.ts'

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

/** The scalar, list or mapping at a column of a line. `offset`: where the line begins; `key`: the span of its key. */
export function readPlainItem(
  line: string,
  at: number,
  depth: number,
  inFlow: boolean,
  offset: number,
  key?: SourceSpan,
): PlainValue | undefined {
  const first = line.charCodeAt(at)
  if (depth > MAX_PLAIN_DEPTH) return undefined
  if (first === OPEN_BRACKET) return readList(line, at, depth, offset, key)
  if (first === OPEN_BRACE) return readMapping(line, at, depth, offset, key)
  return readPlainScalar(line, at, inFlow, offset, key)
}

function readList(
  line: string,
  open: number,
  depth: number,
  offset: number,
  ownKey?: SourceSpan,
): PlainValue | undefined {
  const value: Json[] = []
  const children: OriginTree[] = []
  const closed = (end: number): PlainValue => ({
    value,
    end,
    tree: { origin: originBetween(offset + open, offset + end, ownKey), children },
  })
  let at = afterSpaces(line, open + 1)
  if (line.charCodeAt(at) === CLOSE_BRACKET) return closed(at + 1)
  for (;;) {
    const item = readPlainItem(line, at, depth + 1, true, offset)
    if (item === undefined) return undefined
    value.push(item.value)
    children.push(item.tree)
    at = afterSpaces(line, item.end)
    const next = line.charCodeAt(at)
    if (next === CLOSE_BRACKET) return closed(at + 1)
    if (next !== COMMA) return undefined
    at = afterSpaces(line, at + 1)
  }
}

function readMapping(
  line: string,
  open: number,
  depth: number,
  offset: number,
  ownKey?: SourceSpan,
): PlainValue | undefined {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  const closed = (end: number): PlainValue => ({
    value,
    end,
    tree: { origin: originBetween(offset + open, offset + end, ownKey), children },
  })
  let at = afterSpaces(line, open + 1)
  if (line.charCodeAt(at) === CLOSE_BRACE) return closed(at + 1)
  for (;;) {
    const key = readPlainKey(line, at)
    if (key === undefined || Object.hasOwn(value, key.key)) return undefined
    const span = { start: offset + at, end: offset + key.end - 1 }
    const item = readPlainItem(line, afterSpaces(line, key.end), depth + 1, true, offset, span)
    if (item === undefined) return undefined
    setOwnProperty(value, key.key, item.value)
    children.set(key.key, item.tree)
    at = afterSpaces(line, item.end)
    const next = line.charCodeAt(at)
    if (next === CLOSE_BRACE) return closed(at + 1)
    if (next !== COMMA) return undefined
    at = afterSpaces(line, at + 1)
  }
}
