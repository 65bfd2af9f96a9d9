// A vector as a thousand bits, so that most comparisons are a few exclusive ors: each bit says on which side of a
// random plane the vector lies, and two vectors differ in as many bits as their angle is wide. That holds for vectors
// that use all their dimensions, as embeddings do.

/** Words of the first look, which rules out most; and of the second, which rules out nearly all the rest. */
export const FIRST_WORDS = 8
export const ALL_WORDS = 32

const BITS = ALL_WORDS * 32
/** Coordinates that one plane adds up. A few are enough, since each plane takes others. */
const TERMS = 8

/** Standard deviations that a near vector may lie beyond the bits that its angle predicts: it is missed once in a milliard. */
const SAFETY = 6

/** Planes of vectors with this many dimensions: for each bit its coordinates, negative ones counting backwards. */
export type Planes = Int32Array

/** A small generator of numbers (xorshift): planes are the same in every process, so that sketches could be kept. */
export function planesOf(dimensions: number): Planes {
  const planes = new Int32Array(BITS * TERMS)
  let seed = 0x9e3779b9
  for (let at = 0; at < planes.length; at += 1) {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    const coordinate = (seed >>> 1) % dimensions
    planes[at] = (seed & 1) === 0 ? coordinate : -1 - coordinate
  }
  return planes
}

/** Writes the sketch of a vector into `words` from `at` on. */
export function sketch(vector: Float32Array, planes: Planes, words: Int32Array, at: number): void {
  for (let word = 0; word < ALL_WORDS; word += 1) {
    let bits = 0
    for (let bit = 0; bit < 32; bit += 1) {
      const start = (word * 32 + bit) * TERMS
      let side = 0
      for (let term = start; term < start + TERMS; term += 1) {
        const coordinate = planes[term] ?? 0
        side += coordinate < 0 ? -(vector[-1 - coordinate] ?? 0) : (vector[coordinate] ?? 0)
      }
      if (side > 0) bits |= 1 << bit
    }
    words[at + word] = bits
  }
}

/** How many of this many words' bits two vectors of at least this cosine may differ in. */
export function mostDifferent(cosine: number, words: number): number {
  const share = Math.acos(Math.min(1, Math.max(-1, cosine))) / Math.PI
  const bits = words * 32
  return Math.ceil(share * bits + SAFETY * Math.sqrt(share * (1 - share) * bits) + 1)
}

/** The bits in which two stretches of words differ; `words` is at most 31, or the sums of bytes would overflow. */
export function difference(
  one: Int32Array,
  at: number,
  other: Int32Array,
  from: number,
  words: number,
): number {
  let sum = 0
  for (let word = 0; word < words; word += 1) {
    let bits = (one[at + word] as number) ^ (other[from + word] as number)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    sum += (bits + (bits >>> 4)) & 0x0f0f0f0f
  }
  return ((sum & 0x00ff00ff) + ((sum >>> 8) & 0x00ff00ff)) % 0xffff
}
