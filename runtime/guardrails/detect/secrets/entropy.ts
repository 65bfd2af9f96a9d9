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
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

export function isRandom(run: string, threshold: number): boolean {
  if (run.length > MAX_LENGTH) return false
  const letters = run.replace(/[^A-Za-z0-9]/g, '')
  if (letters.length < MIN_LENGTH) return false
  const classes = Array.from(letters, character =>
    CHARACTER_CLASSES.findIndex(characterClass => characterClass.test(character)),
  )
  if (
    CHARACTER_CLASSES.some((_, characterClass) => classes.filter(each => each === characterClass).length < 2)
  )
    return false
  const changes =
    classes.filter((characterClass, at) => at > 0 && characterClass !== classes[at - 1]).length /
    (letters.length - 1)
  return changes >= MIN_CHANGE_RATE && changes <= MAX_CHANGE_RATE && entropyOf(letters) >= threshold
}
