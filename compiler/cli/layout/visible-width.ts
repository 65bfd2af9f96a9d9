// How many columns of a terminal a text takes: codes of colours take none, ideographs and emoji two.

// biome-ignore lint/suspicious/noControlCharactersInRegex: codes of colours begin with one
export const COLOUR = /\x1b\[[\d;]*m/g

const ASCII = /^[\x20-\x7e]*$/
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns of one line. */
export function visibleWidth(text: string): number {
  const bare = text.includes('\x1b') ? text.replaceAll(COLOUR, '') : text
  if (ASCII.test(bare)) return bare.length
  let width = 0
  for (const character of bare) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}
