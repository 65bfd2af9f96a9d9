// Name-based UUIDs (RFC 9562, version 5): the same name always has the same identifier.
const encoder = new TextEncoder()

/** The namespace of names of this gateway. */
const NAMESPACE = [
  0x5f, 0x1b, 0x2c, 0x70, 0x8d, 0x34, 0x4e, 0x0a, 0x9c, 0x61, 0xd2, 0x77, 0x3a, 0x95, 0x0b, 0xe4,
]

/** `kind` separates names of different things. */
export function uuidV5(kind: string, name: string): string {
  const digest = sha1(new Uint8Array([...NAMESPACE, ...encoder.encode(JSON.stringify([kind, name]))]))
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const text = [...digest.subarray(0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** FIPS 180-4. The compiler is pure, and nothing depends on the strength of this hash. */
export function sha1(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, bytes.length << 3)
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let block = 0; block < padded.length; block += 64) addBlock(state, view, block)
  const digest = new DataView(new ArrayBuffer(20))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

function addBlock(state: number[], view: DataView, block: number): void {
  const words: number[] = []
  for (let index = 0; index < 16; index += 1) words.push(view.getInt32(block + index * 4))
  const word = (index: number): number => words[index] ?? 0
  for (let index = 16; index < 80; index += 1)
    words.push(rotate(word(index - 3) ^ word(index - 8) ^ word(index - 14) ^ word(index - 16), 1))
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let index = 0; index < 80; index += 1) {
    const next = (rotate(a, 5) + mix(index, b, c, d) + e + word(index)) | 0
    e = d
    d = c
    c = rotate(b, 30)
    b = a
    a = next
  }
  for (const [index, added] of [a, b, c, d, e].entries()) state[index] = ((state[index] ?? 0) + added) | 0
}

function mix(index: number, b: number, c: number, d: number): number {
  if (index < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (index < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (index < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
