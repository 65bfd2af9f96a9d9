// Maps digits of other scripts, dashes, spaces and full-width signs to ASCII, code unit for code unit: an index in
// the result is the same index in the text.

const NON_ASCII = /(?![\0-\x7f])[\p{Nd}\p{Pd}\p{Zs}\u2212\uff0b\uff0e\uff20]/gu
const ASCII = /^[\0-\x7f]*$/

const SIGNS: Readonly<Record<string, string>> = { '\uff0b': '+', '\uff0e': '.', '\uff20': '@', '\u2212': '-' }

export const toAsciiDigits = (text: string): string =>
  ASCII.test(text) ? text : text.replace(NON_ASCII, toAscii)

function toAscii(character: string): string {
  if (character.length > 1) return character
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  if (/\p{Nd}/u.test(character)) return String(digitOf(character.charCodeAt(0)))
  return /\p{Zs}/u.test(character) ? ' ' : '-'
}

/** The ten digits of a script are contiguous and start at a multiple of sixteen, or six after one. */
function digitOf(code: number): number {
  const start = code & ~0xf
  return code - (/\p{Nd}/u.test(String.fromCharCode(start)) ? start : start + 6)
}
