// Bytes in base64, with the platform's functions, which take strings with one byte per character.

/** Number of bytes spread over arguments at once: more would overflow the stack. */
const CHUNK_SIZE = 8192

export function toBase64(bytes: Uint8Array): string {
  // Newer platforms have a native method that is a hundred times as fast, which matters for files of many
  // megabytes.
  if ('toBase64' in bytes && typeof bytes.toBase64 === 'function') return String(bytes.toBase64())
  let text = ''
  for (let start = 0; start < bytes.length; start += CHUNK_SIZE)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_SIZE))
  return btoa(text)
}

/** For URLs and tokens: the URL-safe alphabet, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Decodes base64url text; undefined for invalid characters, and for bytes that are not UTF-8. */
export const textFromBase64Url = (encoded: string): string | undefined =>
  textFromBase64(encoded.replaceAll('-', '+').replaceAll('_', '/'))

/** Decodes base64 text, with a byte-order mark; undefined for invalid characters, and for bytes that are not UTF-8. */
export function textFromBase64(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded), letter => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
