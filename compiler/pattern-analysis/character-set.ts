// Sets of characters as bit masks: one bit for each ASCII character, and one for all others together, so that two sets
// may seem to overlap when they do not, but never the reverse.

export type CharacterSet = bigint

const OTHER = 128
/** Every character. */
export const ANY: CharacterSet = (1n << 129n) - 1n
/** Every character but the end of a line, as `.` is. */
export const DOT: CharacterSet = ANY & ~(1n << 10n)
/** No character. */
export const NONE: CharacterSet = 0n

export const oneOf = (character: string): CharacterSet =>
  1n << BigInt(Math.min(character.codePointAt(0) ?? OTHER, OTHER))

export function range(from: string, to: string): CharacterSet {
  const [first, last] = [from, to].map(character => Math.min(character.codePointAt(0) ?? OTHER, OTHER))
  let set = NONE
  for (let code = first ?? OTHER; code <= (last ?? OTHER); code += 1) set |= 1n << BigInt(code)
  return set
}

const OTHERS: CharacterSet = 1n << BigInt(OTHER)
const DIGITS = range('0', '9')
const [UPPER, LOWER] = [range('A', 'Z'), range('a', 'z')]
const LETTERS = UPPER | LOWER
const WORD = DIGITS | LETTERS | oneOf('_')
const SPACE = [' ', '\t', '\n', '\r', '\f', '\v'].reduce((set, character) => set | oneOf(character), OTHERS)

/** A set without the given one; characters beyond ASCII are in both. */
export const except = (set: CharacterSet): CharacterSet => (ANY & ~set) | OTHERS

/** A set with both cases of its letters. Some letters beyond ASCII fold to ASCII. */
export function bothCases(set: CharacterSet): CharacterSet {
  const [upper, lower] = [set & UPPER, set & LOWER]
  return set | (upper << 32n) | (lower >> 32n) | (upper === NONE && lower === NONE ? NONE : OTHERS)
}

/** The classes of escapes with a letter. */
export const ESCAPES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: except(DIGITS),
  w: WORD,
  W: except(WORD),
  s: SPACE,
  S: except(SPACE),
}

const PRINTED = range('!', '~')

/** The classes `[:name:]`, which are of ASCII. */
export const ASCII_CLASSES: ReadonlyMap<string, CharacterSet> = new Map(
  Object.entries({
    alnum: LETTERS | DIGITS,
    alpha: LETTERS,
    ascii: ANY & ~OTHERS,
    blank: oneOf(' ') | oneOf('\t'),
    digit: DIGITS,
    graph: PRINTED,
    lower: LOWER,
    print: PRINTED | oneOf(' '),
    punct: PRINTED & ~(LETTERS | DIGITS),
    space: SPACE & ~OTHERS,
    upper: UPPER,
    word: WORD,
    xdigit: DIGITS | range('a', 'f') | range('A', 'F'),
  }),
)

/** The set of a Unicode class or script by its name; undefined if there is none. */
export function unicodeClass(name: string): CharacterSet | undefined {
  for (const property of [name, `Script=${name}`])
    try {
      const pattern = new RegExp(`\\p{${property}}`, 'u')
      return Array.from({ length: OTHER }, (_, code) => String.fromCharCode(code))
        .filter(character => pattern.test(character))
        .reduce((set, character) => set | oneOf(character), OTHERS)
    } catch {}
  return undefined
}

/** Printable characters of ASCII, letters first. */
const EXAMPLES = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!-_.@/:,;~#$%&*+=?<>()[]{}|^`\'" \\',
]

export const has = (set: CharacterSet, character: string): boolean => (set & oneOf(character)) !== NONE

/** A character that is certainly in a set; undefined if only those beyond ASCII or without a picture are. */
export const characterIn = (set: CharacterSet): string | undefined =>
  EXAMPLES.find(character => has(set, character))

/** One character for each way in which these sets divide the printable ones of ASCII. */
export function charactersOfEach(sets: readonly CharacterSet[]): readonly string[] {
  const distinct = [...new Set(sets)]
  const kinds = new Map<string, string>()
  for (const character of EXAMPLES) {
    const kind = distinct.map(set => (has(set, character) ? 1 : 0)).join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return [...kinds.values()]
}
