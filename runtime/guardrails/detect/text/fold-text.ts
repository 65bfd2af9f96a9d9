// A text as a reader takes it: without characters that are not seen, and with compatibility forms (full-width letters,
// ligatures, mathematical alphabets) as plain ones. Decoded, it also has the characters that entities, percent codes and escapes
// of JSON, YAML and code mean: this is the only place that decodes them. Each index of the result maps to the original text.
import type { Turns } from '../../../values/turns.ts'

const ASCII = /^[\0-\x7f]*$/
/** Begins an escape sequence of a terminal. */
const TERMINAL = '\u001b'
const ESCAPE_START = /[&%\\]/

/** Format characters, fillers (blank Braille among them) and variation selectors. */
const HIDDEN_SET = String.raw`\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}`
const HIDDEN = new RegExp(`[${HIDDEN_SET}]`, 'v')
const ALL_HIDDEN = new RegExp(HIDDEN, 'gv')

/** The text without characters that are not seen. */
export const withoutHidden = (text: string): string =>
  ASCII.test(text) ? text : text.replace(ALL_HIDDEN, '')

/** Characters that may fold to others: capitals are among them, and fold to themselves. Marks on ASCII hide what they are on. */
const CHARACTERS = String.raw`\x1b\[[0-9;:]{0,24}[A-Za-z]|(?<=[!-~])\p{M}{1,64}|[[\p{CWKCF}${HIDDEN_SET}]--[\x00-\x7f]]`
const NAMED: Readonly<Record<string, string>> = {
  commat: '@', period: '.', colon: ':', nbsp: ' ', lowbar: '_', quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', sol: '/', NewLine: '\n', Tab: '\t',
} // biome-ignore format: a table

/** A colour of a terminal (ECMA-48), after the escape character as strings write it. */
const COLOUR = String.raw`\\{1,8}(?:u001[bB]|x1[bB]|033|e)\[[0-9;:]{0,24}[A-Za-z]`

/** By the letter after the backslash; other characters mean themselves, such as the underscore of Markdown and the comma of calendars. */
const LETTER_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t' }

/**
 * As JSON (RFC 8259, section 7), YAML 1.2 (section 5.7), and strings of JavaScript, Python and C write characters, also in a
 * string that is in another one (`\\n`): codes in hexadecimal or, for ASCII, octal digits, letters, marks, and line ends that do not count.
 */
const CODES = String.raw`${COLOUR}|\\{1,8}(?:u\{0{0,4}[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|(?:0[4-7]|1[0-7])[0-7](?![0-9])|[nrt_"'\/,;]|\r?\n[ \t]{0,40})|\\\\`
const ESCAPES = `&#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,7});|&(?:${Object.keys(NAMED).join('|')});|%(?:0[9aAdD]|[2-7][0-9a-fA-F])|%[c-fC-F][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){1,3}|${CODES}`

/** What is folded: characters, what means them in markup, URLs and strings of code, or both. */
export type Folding = 'characters' | 'escapes' | 'decoded'

const PATTERNS: Readonly<Record<Folding, string>> = {
  characters: CHARACTERS,
  escapes: ESCAPES,
  decoded: `${CHARACTERS}|${ESCAPES}`,
}
const FOLDED: Readonly<Record<Folding, RegExp>> = {
  characters: new RegExp(PATTERNS.characters, 'gv'),
  escapes: new RegExp(PATTERNS.escapes, 'g'),
  decoded: new RegExp(PATTERNS.decoded, 'gv'),
}

/** Characters of the original that are folded in one step. */
const STEP = 16 * 1024
/** Code units of the longest sequence that means one character. */
const MAX_SEQUENCE = 80

export interface FoldedText {
  readonly text: string
  /** Of each code unit, the original range that it means. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** The index in the original after the last character that was read. */
  readonly end: number
}

/** Whether a text can only be its own folded form. */
export const isPlain = (text: string, folding: Folding): boolean =>
  folding === 'escapes'
    ? !ESCAPE_START.test(text)
    : ASCII.test(text) && !text.includes(TERMINAL) && (folding === 'characters' || !ESCAPE_START.test(text))

/** The characters that a sequence is read as. */
function foldedFrom(sequence: string): string {
  if (/\[[\d;:]*[a-z]$/i.test(sequence)) return ''
  if (sequence.startsWith('%')) return Buffer.from(sequence.replaceAll('%', ''), 'hex').toString()
  if (sequence.startsWith('\\')) return fromEscape(sequence.replace(/^\\+/, ''))
  if (/^&#x/i.test(sequence)) return fromCode(Number.parseInt(sequence.slice(3), 16))
  if (sequence.startsWith('&#')) return fromCode(Number(sequence.slice(2, -1)))
  if (sequence.startsWith('&')) return NAMED[sequence.slice(1, -1)] ?? sequence
  return HIDDEN.test(sequence) ? '' : sequence.normalize('NFKC')
}

/** `code` is what follows the backslashes. */
function fromEscape(code: string): string {
  const [first = '\\'] = code
  if (/^[uUx][{\da-fA-F]/.test(code)) return fromCode(Number.parseInt(code.replace(/^.\{?/, ''), 16))
  if (/^\d/.test(code)) return fromCode(Number.parseInt(code, 8))
  return first === '\r' || first === '\n' ? '' : (LETTER_ESCAPES[first] ?? first)
}

const fromCode = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code))

/** A place that folds to something else. */
export interface TextFold {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The places of a text that fold to something else. */
export function foldsOf(text: string, folding: Folding): readonly TextFold[] {
  if (isPlain(text, folding)) return []
  const folds: TextFold[] = []
  for (const { 0: sequence, index } of text.matchAll(FOLDED[folding])) {
    const isMark = /^\p{M}/u.test(sequence) && /[!-~]$/.test(text.slice(Math.max(0, index - 1), index))
    const folded = isMark ? '' : foldedFrom(sequence)
    if (folded !== sequence) folds.push({ start: index, end: index + sequence.length, text: folded })
  }
  return folds
}

/** Folds a part of a text, whose positions are known. */
export function foldPart(text: string, from: number, to: number, folds: readonly TextFold[]): FoldedText {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let read = from
  const copy = (end: number): void => {
    pieces.push(text.slice(read, end))
    for (let index = read; index < end; index += 1) {
      starts.push(index)
      ends.push(index + 1)
    }
  }
  for (const { start, end, text: folded } of folds) {
    if (start < read) continue
    if (end > to) break
    copy(start)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start)
      ends.push(end)
    }
    read = end
  }
  copy(Math.max(read, to))
  return { text: pieces.join(''), starts, ends, end: Math.max(read, to) }
}

/** Folds a text from an index on, until the folded form has this many code units or the text ends. */
export function* foldFrom(text: string, from: number, units: number, folding: Folding): Turns<FoldedText> {
  const parts: FoldedText[] = []
  let length = 0
  let index = from
  while (index < text.length && length < units) {
    if (index > from) yield
    const part = nextPart(text, index, Math.min(STEP, units - length), folding)
    parts.push(part)
    length += part.text.length
    index = part.end
  }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return {
    text: parts.map(part => part.text).join(''),
    starts: parts.flatMap(part => part.starts),
    ends: parts.flatMap(part => part.ends),
    end: index,
  }
}

/** What is before a part may belong to its first character, and what follows to its last one. */
function nextPart(text: string, from: number, units: number, folding: Folding): FoldedText {
  const to = Math.min(text.length, from + units)
  const read = Math.max(0, from - 1)
  const folds = foldsOf(text.slice(read, to + MAX_SEQUENCE), folding)
    .map(({ start, end, text: folded }) => ({ start: start + read, end: end + read, text: folded }))
    .filter(({ start }) => start >= from && start < to)
  const last = folds.at(-1)
  return foldPart(text, from, Math.max(to, last?.end ?? to), folds)
}

/** The folded form of a text. */
export function* foldInTurns(text: string, folding: Folding): Turns<string> {
  if (isPlain(text, folding)) return text
  const pieces: string[] = []
  for (let index = 0; index < text.length; ) {
    const piece = nextPart(text, index, STEP, folding)
    pieces.push(piece.text)
    index = piece.end
    if (index < text.length) yield
  }
  return pieces.join('')
}

/** Undefined where the text is its own folded form. */
export function foldedRanges(text: string, folding: Folding): FoldedText | undefined {
  const folds = foldsOf(text, folding)
  return folds.length === 0 ? undefined : foldPart(text, 0, text.length, folds)
}

export const foldText = (text: string, folding: Folding = 'characters'): string =>
  foldedRanges(text, folding)?.text ?? text
