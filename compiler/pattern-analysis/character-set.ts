// Sets of characters as bit masks: one bit for each ASCII character, and one for all others together, so that two sets
// may seem to overlap when they do not, but never the reverse.

export type CharacterSet = bigint

const OTHER = 128
/** Every character. */
export const ANY: CharacterSet = (1n << 129n) - 1n
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
const WORD = DIGITS | range('a', 'z') | range('A', 'Z') | oneOf('_')
const SPACE = [' ', '\t', '\n', '\r', '\f', '\v'].reduce((set, character) => set | oneOf(character), OTHERS)

/** A set without the given one; characters beyond ASCII are in both. */
export const except = (set: CharacterSet): CharacterSet => (ANY & ~set) | OTHERS

/** A set with both cases of its letters. Some letters beyond ASCII fold to ASCII. */
export function bothCases(set: CharacterSet): CharacterSet {
  const [upper, lower] = [set & range('A', 'Z'), set & range('a', 'z')]
  return set | (upper << 32n) | (lower >> 32n) | (upper === NONE && lower === NONE ? NONE : OTHERS)
}

/** The sets of escapes with a letter; other letters are not analyzed. */
export const ESCAPES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: except(DIGITS),
  w: WORD,
  W: except(WORD),
  s: SPACE,
  S: except(SPACE),
  t: oneOf('\t'),
  n: oneOf('\n'),
  r: oneOf('\r'),
}
