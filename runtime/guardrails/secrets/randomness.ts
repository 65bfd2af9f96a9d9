// Whether a run of letters and digits is random: many different characters, evenly used, and letters that change their
// kind at every other step. Words joined together, hashes in hexadecimal, identifiers and encoded files are not.

/** Shorter runs say too little, longer ones are files. */
const SHORTEST = 24
const LONGEST = 200

/** The share of neighbours of another kind (capital, small letter, digit); of random ones it is 0.6. */
const LEAST_CHANGES = 0.38
const MOST_CHANGES = 0.9

const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/]

/** Bits for each character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

export function isRandom(run: string, threshold: number): boolean {
  if (run.length > LONGEST) return false
  const letters = run.replace(/[^A-Za-z0-9]/g, '')
  if (letters.length < SHORTEST) return false
  const kinds = Array.from(letters, character => KINDS.findIndex(kind => kind.test(character)))
  if (KINDS.some((_, kind) => kinds.filter(each => each === kind).length < 2)) return false
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length / (letters.length - 1)
  return changes >= LEAST_CHANGES && changes <= MOST_CHANGES && entropyOf(letters) >= threshold
}
