// SHA-256 (FIPS 180-4) of a short message, for the check sums of addresses. It keeps this package free of I/O modules;
// nothing secret is hashed with it.

const isPrime = (value: number): boolean => {
  for (let factor = 2; factor * factor <= value; factor += 1) if (value % factor === 0) return false
  return true
}
const PRIMES: readonly number[] = Array.from({ length: 312 }, (_, at) => at + 2)
  .filter(isPrime)
  .slice(0, 64)

/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0
const ROUND_CONSTANTS: readonly number[] = PRIMES.map(prime => fraction(Math.cbrt(prime)))
const INITIAL: readonly number[] = PRIMES.slice(0, 8).map(prime => fraction(Math.sqrt(prime)))

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** The message with a one bit, zeros, and its length in bits, as words. At most 2^29 bytes. */
function paddedWords(message: readonly number[]): readonly number[] {
  const length = Math.ceil((message.length + 9) / 64) * 16
  const words = Array.from({ length }, () => 0)
  for (const [at, byte] of [...message, 0x80].entries())
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
  words[length - 1] = message.length * 8
  return words
}

function compress(state: readonly number[], block: readonly number[]): readonly number[] {
  const schedule = [...block]
  for (let at = 16; at < 64; at += 1) {
    const [early = 0, late = 0] = [schedule[at - 15], schedule[at - 2]]
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule.push(((schedule[at - 16] ?? 0) + small + (schedule[at - 7] ?? 0) + large) | 0)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [at, word] of schedule.entries()) {
    const choice = (e & f) ^ (~e & g)
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND_CONSTANTS[at] ?? 0) + word) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + (state[at] ?? 0)) | 0)
}

/** The 32 bytes of the digest. */
export function digestBytes(message: readonly number[]): readonly number[] {
  const words = paddedWords(message)
  let state = INITIAL
  for (let start = 0; start < words.length; start += 16)
    state = compress(state, words.slice(start, start + 16))
  return state.flatMap(word => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
}
