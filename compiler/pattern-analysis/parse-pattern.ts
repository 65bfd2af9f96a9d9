// A regular expression → a tree, for the common part of the syntax; undefined for everything else. Errors of syntax are
// reported elsewhere.
import { ANY, bothCases, type CharacterSet, ESCAPES, except, NONE, oneOf, range } from './character-set.ts'

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  /** Anchors and word boundaries: no character is consumed. */
  | { readonly kind: 'empty'; readonly anchor: 'start' | 'end' | 'word' }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }

/** The flag at the start of a pattern; other flags are not covered. */
export const IGNORE_CASE = '(?i)'

const COUNT = /\{(\d{1,4})(,(\d{0,4}))?\}/y

/** Deeper groups are left to the full analysis. */
const MAX_DEPTH = 50

interface Cursor {
  readonly text: string
  /** What sets are read as: both cases of letters under the flag. */
  readonly widen: (set: CharacterSet) => CharacterSet
  at: number
  depth: number
}

/** Leaves the parser where the syntax is not covered. */
class NotCovered extends Error {}

export function parsePattern(text: string): PatternNode | undefined {
  const ignoresCase = text.startsWith(IGNORE_CASE)
  const cursor: Cursor = {
    text,
    widen: ignoresCase ? bothCases : set => set,
    at: ignoresCase ? IGNORE_CASE.length : 0,
    depth: 0,
  }
  try {
    const node = parseChoice(cursor)
    return cursor.at === text.length ? node : undefined
  } catch (error) {
    if (error instanceof NotCovered) return undefined
    throw error
  }
}

function parseChoice(cursor: Cursor): PatternNode {
  const items = [parseSequence(cursor)]
  while (cursor.text[cursor.at] === '|') {
    cursor.at += 1
    items.push(parseSequence(cursor))
  }
  const [first] = items
  return items.length === 1 && first !== undefined ? first : { kind: 'choice', items }
}

function parseSequence(cursor: Cursor): PatternNode {
  const items: PatternNode[] = []
  while (cursor.at < cursor.text.length && !'|)'.includes(cursor.text[cursor.at] ?? ''))
    items.push(parseRepeats(cursor, parseAtom(cursor)))
  return { kind: 'sequence', items }
}

function parseRepeats(cursor: Cursor, atom: PatternNode): PatternNode {
  const [min, max] = parseCount(cursor)
  if (min === undefined || max === undefined) return atom
  if (cursor.text[cursor.at] === '?') cursor.at += 1
  return { kind: 'repeat', item: atom, min, max }
}

function parseCount(cursor: Cursor): readonly [min?: number, max?: number] {
  const character = cursor.text[cursor.at]
  if (character === '{') {
    COUNT.lastIndex = cursor.at
    const found = COUNT.exec(cursor.text)
    if (found === null) throw new NotCovered()
    cursor.at += found[0].length
    const min = Number(found[1])
    if (found[2] === undefined) return [min, min]
    return [min, found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])]
  }
  if (character === undefined || !'*+?'.includes(character)) return []
  cursor.at += 1
  return [character === '+' ? 1 : 0, character === '?' ? 1 : Number.POSITIVE_INFINITY]
}

function parseAtom(cursor: Cursor): PatternNode {
  const character = cursor.text[cursor.at] ?? ''
  cursor.at += 1
  switch (character) {
    case '(':
      return parseGroup(cursor)
    case '[':
      return { kind: 'set', set: cursor.widen(parseClass(cursor)) }
    case '.':
      return { kind: 'set', set: ANY }
    case '^':
    case '$':
      return { kind: 'empty', anchor: character === '^' ? 'start' : 'end' }
    case '\\':
      return parseEscape(cursor)
    case '*':
    case '+':
    case '?':
    case '{':
      throw new NotCovered()
    default:
      return { kind: 'set', set: cursor.widen(oneOf(character)) }
  }
}

function parseGroup(cursor: Cursor): PatternNode {
  if (cursor.text.startsWith('?:', cursor.at)) cursor.at += 2
  else if (cursor.text[cursor.at] === '?') throw new NotCovered()
  cursor.depth += 1
  if (cursor.depth > MAX_DEPTH) throw new NotCovered()
  const node = parseChoice(cursor)
  if (cursor.text[cursor.at] !== ')') throw new NotCovered()
  cursor.at += 1
  cursor.depth -= 1
  return node
}

/** The set of an escape after its backslash. */
function escapedSet(cursor: Cursor): CharacterSet {
  const character = cursor.text[cursor.at] ?? ''
  cursor.at += 1
  if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character] ?? ANY
  if (character === '' || /[A-Za-z0-9]/.test(character)) throw new NotCovered()
  return oneOf(character)
}

function parseEscape(cursor: Cursor): PatternNode {
  const character = cursor.text[cursor.at]
  if (character !== 'b' && character !== 'B') return { kind: 'set', set: cursor.widen(escapedSet(cursor)) }
  cursor.at += 1
  return { kind: 'empty', anchor: 'word' }
}

function parseClass(cursor: Cursor): CharacterSet {
  const isNegated = cursor.text[cursor.at] === '^'
  if (isNegated) cursor.at += 1
  let set = NONE
  const start = cursor.at
  while (cursor.text[cursor.at] !== ']' || cursor.at === start) {
    const character = cursor.text[cursor.at]
    if (character === undefined || character === '[') throw new NotCovered()
    cursor.at += 1
    const next = cursor.text[cursor.at + 1]
    if (character === '\\') set |= escapedSet(cursor)
    else if (cursor.text[cursor.at] === '-' && next !== undefined && next !== ']') {
      if (next === '\\' || next === '[') throw new NotCovered()
      set |= range(character, next)
      cursor.at += 2
    } else set |= oneOf(character)
  }
  cursor.at += 1
  return isNegated ? except(set) : set
}
