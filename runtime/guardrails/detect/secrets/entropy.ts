// Whether a run of letters and digits is random: many distinct characters, evenly distributed, with frequent changes
// between upper case, lower case and digits. Joined words, hexadecimal hashes, identifiers and encoded files are not.

/** Shorter runs are inconclusive, longer ones are files. */
const MIN_LENGTH = 24
const MAX_LENGTH = 200

/** Share of adjacent characters of different classes (upper, lower, digit); about 0.6 for random strings. */
const MIN_CHANGE_RATE = 0.38
const MAX_CHANGE_RATE = 0.9

const CHARACTER_CLASSES: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/]

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Three digits are enough for what follows a documented prefix; letters must change as in no name or word. */
const MIN_DIGITS = 3
const MIN_LETTER_CHANGES = 0.34
const MIN_OTHER_CHANGES = 0.25
const MAX_WORD_SHARE_AFTER_PREFIX = 0.7

/** Whether letters are the words of an identifier, however short: of random letters half would count. */
export const isJoinedWords = (letters: string): boolean =>
  letters.replace(/[A-Z]?[a-z]{2,}/g, '').length < letters.length * 0.15

/** Whether what follows a prefix is drawn at random, unlike the rest of an identifier (`hf_requiredCharacteristic`). */
export function looksRandom(rest: string): boolean {
  const digits = rest.replace(/\D/g, '').length
  if (digits >= MIN_DIGITS || /^[A-Z\d]+$/.test(rest)) return true
  const rate = changeRate(rest)
  return digits > 0
    ? rate >= MIN_LETTER_CHANGES
    : rate >= MIN_OTHER_CHANGES && wordShare(rest) < MAX_WORD_SHARE_AFTER_PREFIX
}

/** Enough changes for a value beside a name that only may denote a secret: dates and joined words have fewer. */
const MIN_VALUE_CHANGES = 0.22
const MIN_CHANGES_WITH_DIGITS = 0.16

/** Whether the value of an assignment is a key by its form: long, without words, and no path, number or address. */
export function isKeyLike(value: string): boolean {
  if (!/^[\w+/=.~:!@#$%^&*-]{16,512}$/.test(value) || /^https?:|^[\d.,:-]+$|^\./.test(value)) return false
  if (value.startsWith('/') && !isEncoded(value)) return false
  const digits = value.replace(/\D/g, '').length
  if (digits >= 5) return changeRate(value) >= MIN_CHANGES_WITH_DIGITS
  return changeRate(value) >= (digits >= 2 ? MIN_VALUE_CHANGES : MIN_LETTER_CHANGES)
}

/** Shorter than other keys, with letters and digits that change as in no name: only as a whole value of a name that may denote a secret. */
export const isShortKey = (value: string): boolean =>
  /^[A-Za-z0-9]{12,15}$/.test(value) && !hasWords(value) && changeRate(value) >= MIN_LETTER_CHANGES

/** Random bytes in base64 may begin with a slash; a path has short segments, or a dot. */
const isEncoded = (value: string): boolean =>
  /^[\w+/]{40,}={0,2}$/.test(value) &&
  changeRate(value) >= MIN_CHANGE_RATE &&
  value.split('/').some(part => part.length >= 20)

const classesOf = (run: string): readonly number[] =>
  Array.from(run.replace(/[^A-Za-z0-9]/g, ''), character =>
    CHARACTER_CLASSES.findIndex(characterClass => characterClass.test(character)),
  )

/** The share of letters and digits whose predecessor is of another class. */
function changeRate(run: string): number {
  const classes = classesOf(run)
  return (
    classes.filter((characterClass, at) => at > 0 && characterClass !== classes[at - 1]).length /
    Math.max(1, classes.length - 1)
  )
}

/** Runs of lowercase letters in names; a random string has a quarter of its letters in runs so long. */
const WORDS = /[A-Z]?[a-z]{3,}/g
const MAX_WORD_SHARE = 0.6

/** The share of letters that are in words, as in the names of code. */
function wordShare(run: string): number {
  const letters = run.replace(/[^A-Za-z]/g, '').length
  return 1 - run.replace(WORDS, '').replace(/[^A-Za-z]/g, '').length / Math.max(1, letters)
}

export function isRandom(run: string, threshold: number): boolean {
  if (run.length > MAX_LENGTH) return false
  const letters = run.replace(/[^A-Za-z0-9]/g, '')
  if (letters.length < MIN_LENGTH || wordShare(letters) > MAX_WORD_SHARE) return false
  const classes = classesOf(run)
  if (
    CHARACTER_CLASSES.some((_, characterClass) => classes.filter(each => each === characterClass).length < 2)
  )
    return false
  const changes = changeRate(run)
  return changes >= MIN_CHANGE_RATE && changes <= MAX_CHANGE_RATE && entropyOf(letters) >= threshold
}

export const isHexadecimal = (value: string): boolean => /^[a-f0-9-]+$|^[A-F0-9-]+$/.test(value)

/** Letters in a row that random values hardly have beside digits. */
const LONG_WORD = /[a-z]{12}|[A-Z]{12}|[A-Z]?[a-z]{4,}[_-]/
const MIN_DIGIT_GROUPS = 4
const MIN_DIGIT_GROUPS_OF_SHORT = 2

const digitGroupsOf = (value: string): number => value.match(/\d+/g)?.length ?? 0

/** Whether a value has words, or digits only in one or two places, as names have. */
export const hasWords = (value: string): boolean =>
  LONG_WORD.test(value) ||
  digitGroupsOf(value) < MIN_DIGIT_GROUPS_OF_SHORT ||
  (isMixedCase(value) && wordShare(value) > MAX_WORD_SHARE_AFTER_PREFIX)

const isMixedCase = (value: string): boolean => /[a-z]/.test(value) && /[A-Z]/.test(value)

/** Lengths from which a value of two or three kinds of characters is random, whatever it is assigned to. */
const MIN_MIXED_VALUE = 20
const MIN_UNMIXED_VALUE = 24
const MIN_VALUE_ENTROPY = 3.6

/** Whether the value of an assignment is as random as a key. Shorter than other runs, since it is a whole. */
export function isRandomValue(value: string): boolean {
  if (isHexadecimal(value) || /[_-]{2}|^\d+[_-]|[_-]\d+$/.test(value) || hasWords(value)) return false
  const letters = value.replace(/[^A-Za-z0-9]/g, '')
  const isMixed = isMixedCase(value)
  if (letters.length < (isMixed ? MIN_MIXED_VALUE : MIN_UNMIXED_VALUE)) return false
  const rate = changeRate(value)
  return (
    digitGroupsOf(value) >= (isMixed ? MIN_DIGIT_GROUPS_OF_SHORT : MIN_DIGIT_GROUPS) &&
    rate >= (isMixed ? MIN_CHANGE_RATE : MIN_CHANGES_WITH_DIGITS) &&
    rate <= MAX_CHANGE_RATE &&
    entropyOf(letters) >= MIN_VALUE_ENTROPY
  )
}
