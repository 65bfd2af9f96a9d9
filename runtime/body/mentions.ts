// Whether a body's bytes contain one of a few keys, without parsing: bodies contain few underscores, and those are
// searched for natively.

const UNDERSCORE = 0x5f
const encoder = new TextEncoder()

interface Word {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

/** Keys that contain an underscore. Occurrences within strings count too: the caller parses the body then. */
export function linkMentions(words: readonly string[]): (bytes: Uint8Array) => boolean {
  const parts: readonly Word[] = words.map(word => {
    const at = word.indexOf('_')
    return { before: encoder.encode(word.slice(0, at)), after: encoder.encode(word.slice(at + 1)) }
  })
  return bytes => {
    for (let at = bytes.indexOf(UNDERSCORE); at >= 0; at = bytes.indexOf(UNDERSCORE, at + 1)) {
      for (const { before, after } of parts)
        if (standsAt(bytes, at - before.length, before) && standsAt(bytes, at + 1, after)) return true
    }
    return false
  }
}

function standsAt(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index += 1) if (bytes[from + index] !== word[index]) return false
  return true
}
