// Keys that look like real ones and never were: drawn from a fixed sequence, so that no token stands in this tree.

export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const HEX = '0123456789abcdef'
export const BASE64 = `${LETTERS}+/`
export const URL_SAFE = `${LETTERS}-_`

/** `length` letters of an alphabet; the same for the same seed. */
export function madeUp(length: number, alphabet: string, seed: number): string {
  let state = (seed * 2654435761 + 40503) >>> 0
  let text = ''
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)] ?? ''
  }
  return text
}
