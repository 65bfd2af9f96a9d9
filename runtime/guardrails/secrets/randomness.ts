// Whether a run of letters and digits is random: many distinct characters, evenly distributed, with frequent changes
// between upper case, lower case and digits. Joined words, hexadecimal hashes, identifiers and encoded files are not.

/** Shorter runs are inconclusive, longer ones are files. */
const SHORTEST = 24
const LONGEST = 200

/** Share of adjacent characters of different classes (upper, lower, digit); about 0.6 for random strings. */
const LEAST_CHANGES = 0.38
const MOST_CHANGES = 0.9

const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/]

/** Shannon entropy in bits per character. */
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
