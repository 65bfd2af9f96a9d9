// The width of a text in a proportional font, estimated a little too wide: pictures are made without asking a font.

const NARROW = /[\s.,:;'|!iljtfr()[\]/]/
const WIDE = /[mwMW@%×→…—]/

/** In the unit of the font size. */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const character of text)
    sum +=
      (character.codePointAt(0) ?? 0) > 0x2fff
        ? 1.05
        : WIDE.test(character)
          ? 0.92
          : NARROW.test(character)
            ? 0.36
            : /[A-Z]/.test(character)
              ? 0.7
              : 0.58
  return sum * size
}

/** The text, or its beginning with an ellipsis where it is wider. */
export function clip(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text
  const characters = Array.from(text)
  let sum = textWidth('…', size)
  let end = 0
  while (end < characters.length && sum + textWidth(characters[end] ?? '', size) <= width) {
    sum += textWidth(characters[end] ?? '', size)
    end += 1
  }
  return `${characters.slice(0, end).join('').trimEnd()}…`
}

/** Lines of at most this width; what does not fit into the last is clipped. Nothing for an empty text. */
export function wrap(text: string, size: number, width: number, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(each => each !== '')) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    if (last === undefined) lines.push(word)
    else if (textWidth(joined, size) <= width || lines.length === most) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines.map(line => clip(line, size, width))
}
