// Text for people, fitted to the width of their terminal: longer lines are continued with a hanging indent. A word is not broken, so that
// addresses and names stay whole for a copy; only one that no line could hold is, after its commas.
import type { Terminal } from '../terminal.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: codes of colours begin with one
export const COLOUR = /\x1b\[[\d;]*m/g

const ASCII = /^[\x20-\x7e]*$/
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u

/** The columns that one line takes: colour codes take none, ideographs and emoji two. */
export function visibleWidth(text: string): number {
  const bare = text.includes('\x1b') ? text.replaceAll(COLOUR, '') : text
  if (ASCII.test(bare)) return bare.length
  let width = 0
  for (const character of bare) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

const RESET = '\x1b[0m'
const HANG = 2

/** Writes text for people to standard output. What programs read (JSON, plans, pictures) is written unchanged. */
export const writeText = (terminal: Terminal, text: string): void =>
  terminal.writeStdout(fitText(text, terminal.width))

/** Each line in at most `width` columns; unchanged where the width is infinite. */
export const fitText = (text: string, width: number): string =>
  width === Number.POSITIVE_INFINITY
    ? text
    : text
        .split('\n')
        .flatMap(line => fitLine(line, width))
        .join('\n')

/** One line as several. What follows the first is indented by `hang` columns; by default two more than the first. */
export function fitLine(
  line: string,
  width: number,
  hang = visibleWidth(/^ */.exec(line.replaceAll(COLOUR, ''))?.[0] ?? '') + HANG,
): readonly string[] {
  if (visibleWidth(line) <= width) return [line]
  const margin = ' '.repeat(Math.min(hang, Math.floor(width / 2)))
  const lines: string[] = []
  let current = ''
  for (const piece of piecesOf(line, width - margin.length)) {
    const isEmpty = current.replaceAll(COLOUR, '').trim() === ''
    if (!isEmpty && visibleWidth(current) + visibleWidth(piece) > width) {
      const colour = openColour(current)
      lines.push(colour === '' ? current : current + RESET)
      current = margin + colour + piece.replace(/^ +/, '')
    } else current += piece
  }
  return [...lines, current]
}

/** Words with the spaces before them. */
const piecesOf = (line: string, width: number): readonly string[] =>
  (line.match(/ *[^ ]+/g) ?? []).flatMap(word =>
    visibleWidth(word.trimStart()) > width && !word.includes('://') ? word.split(/(?<=,)/) : [word],
  )

/** The colour that is not reset at the end. */
function openColour(text: string): string {
  const last = text.match(COLOUR)?.at(-1)
  return last === undefined || last === RESET ? '' : last
}
