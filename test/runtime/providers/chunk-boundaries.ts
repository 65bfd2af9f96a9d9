// Five ways to chunk the same bytes. A stream must yield the same result in each.

export type Chunking = (bytes: Uint8Array) => readonly Uint8Array[]

const splitAt = (bytes: Uint8Array, positions: readonly number[]): readonly Uint8Array[] => {
  const edges = [0, ...positions, bytes.length]
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
}

const positions = (bytes: Uint8Array, fits: (index: number) => boolean): readonly number[] =>
  Array.from(bytes.keys()).filter(index => index > 0 && fits(index))

/** A number sequence that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const LINE = 10
const RETURN = 13

export const chunkings: Readonly<Record<string, Chunking>> = {
  whole: bytes => [bytes],
  'event by event': bytes =>
    splitAt(
      bytes,
      positions(bytes, index => bytes[index - 1] === LINE && bytes[index - 2] === LINE),
    ),
  'single bytes': bytes => Array.from(bytes, byte => Uint8Array.of(byte)),
  'seeded random places': bytes => {
    const random = seeded(7)
    return splitAt(
      bytes,
      positions(bytes, () => random() < 0.05),
    )
  },
  // A byte 10xxxxxx continues a UTF-8 character.
  'inside characters and line ends': bytes =>
    splitAt(
      bytes,
      positions(
        bytes,
        index =>
          ((bytes[index] ?? 0) & 0xc0) === 0x80 || (bytes[index] === LINE && bytes[index - 1] === RETURN),
      ),
    ),
}
