// The text of a header as its sender meant it. Node gives the bytes of headers as Latin-1, and most clients send UTF-8.

/** Whether a text is more than ASCII: nearly none is, and searching for it costs no memory. */
const BEYOND_ASCII = /[^\0-\x7f]/
/** Not the bytes of a header: the text was made in this process. */
const BEYOND_LATIN_1 = /[^\0-\xff]/
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** Bytes that are UTF-8 are read as such; all others stay as Node gave them, since they are Latin-1. */
export function headerText(value: string): string {
  if (!BEYOND_ASCII.test(value) || BEYOND_LATIN_1.test(value)) return value
  try {
    return decoder.decode(Uint8Array.from(value, character => character.charCodeAt(0)))
  } catch {
    return value
  }
}

/** A text as it is found where its bytes were read as Latin-1. */
export const misreadText = (text: string): string =>
  BEYOND_ASCII.test(text) ? String.fromCharCode(...encoder.encode(text)) : text
