// Whether a body's bytes contain one of a few keys, without parsing: bodies contain few underscores, and those are
// searched for natively.

const UNDERSCORE = 0x5f
const encoder = new TextEncoder()

interface SearchedKey {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

/** Keys that contain an underscore. Occurrences within strings count too: the caller parses the body then. */
export function linkContainsAny(keys: readonly string[]): (bytes: Uint8Array) => boolean {
  const parts: readonly SearchedKey[] = keys.map(key => {
    const at = key.indexOf('_')
    return { before: encoder.encode(key.slice(0, at)), after: encoder.encode(key.slice(at + 1)) }
  })
  return bytes => {
    for (let at = bytes.indexOf(UNDERSCORE); at >= 0; at = bytes.indexOf(UNDERSCORE, at + 1)) {
      for (const { before, after } of parts)
        if (matchesAt(bytes, at - before.length, before) && matchesAt(bytes, at + 1, after)) return true
    }
    return false
  }
}

function matchesAt(bytes: Uint8Array, from: number, key: Uint8Array): boolean {
  for (let index = 0; index < key.length; index += 1) if (bytes[from + index] !== key[index]) return false
  return true
}
