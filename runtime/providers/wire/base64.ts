// Bytes in base64, with the platform's own functions, which take text of one byte a character.

/** How many bytes are spread over arguments at once: more of them fill the stack. */
const PIECE = 8192

export function toBase64(bytes: Uint8Array): string {
  // Newer platforms have a word for it that is a hundred times as fast: files of many megabytes come this way.
  if ('toBase64' in bytes && typeof bytes.toBase64 === 'function') return String(bytes.toBase64())
  let text = ''
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE))
  return btoa(text)
}

/** For addresses and tokens: two other letters, and nothing at the end. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The text behind such letters; undefined for letters that no bytes have, and for bytes that are no text. */
export function textFromBase64Url(letters: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), letter =>
      letter.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
