// A regular expression → a tree, for the common part of the syntax; undefined for everything else. Errors of syntax are
// reported elsewhere.
import {
  ANY,
  ASCII_CLASSES,
  bothCases,
  type CharacterSet,
  DOT,
  ESCAPES,
  except,
  NONE,
  oneOf,
  range,
  unicodeClass,
} from './character-set.ts'

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  /** Anchors, word boundaries and their opposite: no character is consumed. */
  | { readonly kind: 'empty'; readonly anchor: 'start' | 'end' | 'word' | 'inside' }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly item: PatternNode
      readonly min: number
      readonly max: number
      /** Whether as few as possible are tried first. */
      readonly isLazy: boolean
    }

/** The flags at the start of a pattern that are covered: of letters in both cases, and of `.` for the end of a line. */
const FLAGS = /^\(\?([is]+)\)/

const GROUP_NAME = /\?(?:P?<[A-Za-z_]\w*>|:)/y
const CODE = /x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/y
const UNICODE = /[pP](?:\{(\^?)(\w+)\}|([A-Z]))/y
const ASCII_CLASS = /\[:(\^?)([a-z]+):\]/y

const COUNT = /\{(\d{1,4})(,(\d{0,4}))?\}/y

/** Deeper groups are left to the full analysis. */
const MAX_DEPTH = 50

interface Cursor {
  readonly text: string
  /** What sets are read as: both cases of letters under the flag. */
  readonly widen: (set: CharacterSet) => CharacterSet
  readonly dot: CharacterSet
  at: number
  depth: number
}

/** Leaves the parser where the syntax is not covered. */
class NotCovered extends Error {}

export function parsePattern(text: string): PatternNode | undefined {
  const [written = '', flags = ''] = FLAGS.exec(text) ?? []
  const cursor: Cursor = {
    text,
    widen: flags.includes('i') ? bothCases : set => set,
    dot: flags.includes('s') ? ANY : DOT,
    at: written.length,
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
  const isLazy = cursor.text[cursor.at] === '?'
  if (isLazy) cursor.at += 1
  return { kind: 'repeat', item: atom, min, max, isLazy }
}

function parseCount(cursor: Cursor): readonly [min?: number, max?: number] {
  const character = cursor.text[cursor.at]
  if (character === '{') {
    const found = take(cursor, COUNT)
    if (found === null) throw new NotCovered()
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
      return { kind: 'set', set: cursor.dot }
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

/** What the sticky expression finds at the cursor, which moves behind it. */
function take(cursor: Cursor, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = cursor.at
  const found = expression.exec(cursor.text)
  cursor.at += found?.[0].length ?? 0
  return found
}

function parseGroup(cursor: Cursor): PatternNode {
  if (take(cursor, GROUP_NAME) === null && cursor.text[cursor.at] === '?') throw new NotCovered()
  cursor.depth += 1
  if (cursor.depth > MAX_DEPTH) throw new NotCovered()
  const node = parseChoice(cursor)
  if (cursor.text[cursor.at] !== ')') throw new NotCovered()
  cursor.at += 1
  cursor.depth -= 1
  return node
}

const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

/** The character of an escape after its backslash; undefined if it is a class of characters. */
function escapedCharacter(cursor: Cursor): string | undefined {
  const code = take(cursor, CODE)
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? '', 16)
    if (point > 0x10ffff) throw new NotCovered()
    return String.fromCodePoint(point)
  }
  const character = cursor.text[cursor.at] ?? ''
  const control = Object.hasOwn(CONTROLS, character) ? CONTROLS[character] : undefined
  if (control === undefined && (character === '' || /[A-Za-z0-9]/.test(character))) return undefined
  cursor.at += 1
  return control ?? character
}

function escapedClass(cursor: Cursor): CharacterSet {
  const unicode = take(cursor, UNICODE)
  if (unicode !== null) {
    const set = unicodeClass(unicode[2] ?? unicode[3] ?? '')
    if (set === undefined) throw new NotCovered()
    return unicode[0].startsWith('P') === (unicode[1] === '^') ? set : except(set)
  }
  const set = ESCAPES[cursor.text[cursor.at] ?? '']
  if (set === undefined) throw new NotCovered()
  cursor.at += 1
  return set
}

function escapedSet(cursor: Cursor): CharacterSet {
  const character = escapedCharacter(cursor)
  return character === undefined ? escapedClass(cursor) : oneOf(character)
}

const ANCHORS = new Map<string | undefined, (PatternNode & { kind: 'empty' })['anchor']>([
  ['b', 'word'],
  ['B', 'inside'],
])

function parseEscape(cursor: Cursor): PatternNode {
  const anchor = ANCHORS.get(cursor.text[cursor.at])
  if (anchor === undefined) return { kind: 'set', set: cursor.widen(escapedSet(cursor)) }
  cursor.at += 1
  return { kind: 'empty', anchor }
}

function parseClass(cursor: Cursor): CharacterSet {
  const isNegated = cursor.text[cursor.at] === '^'
  if (isNegated) cursor.at += 1
  let set = NONE
  const start = cursor.at
  while (cursor.text[cursor.at] !== ']' || cursor.at === start) set |= parseMember(cursor)
  cursor.at += 1
  return isNegated ? except(set) : set
}

/** A character, a range, or a class within a class. */
function parseMember(cursor: Cursor): CharacterSet {
  const ascii = take(cursor, ASCII_CLASS)
  if (ascii !== null) {
    const named = ASCII_CLASSES.get(ascii[2] ?? '')
    if (named === undefined) throw new NotCovered()
    return ascii[1] === '' ? named : except(named)
  }
  const from = parseMemberCharacter(cursor)
  if (from === undefined) return escapedClass(cursor)
  const next = cursor.text[cursor.at + 1]
  if (cursor.text[cursor.at] !== '-' || next === undefined || next === ']') return oneOf(from)
  cursor.at += 1
  const to = parseMemberCharacter(cursor)
  if (to === undefined) throw new NotCovered()
  return range(from, to)
}

/** Undefined before a class of characters. */
function parseMemberCharacter(cursor: Cursor): string | undefined {
  const character = cursor.text[cursor.at]
  if (character === undefined || character === '[') throw new NotCovered()
  cursor.at += 1
  return character === '\\' ? escapedCharacter(cursor) : character
}
