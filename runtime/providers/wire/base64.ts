// Bytes in base64, with the platform's own function, which takes text of one byte a character.

/** How many bytes are spread over arguments at once: more of them fill the stack. */
const PIECE = 8192

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE))
  return btoa(text)
}

/** For addresses and tokens: two other letters, and nothing at the end. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
