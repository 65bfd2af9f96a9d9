// The parts of a text that its language is told by: a few, spread over the whole of it, without code, addresses and
// what else has no language.

/** The detector reads no more at once, in UTF-16 code units. */
const LONGEST = 350
const MOST = 8

const FENCE = /```|~~~/
const ADDRESSES = /https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}/g
const MARKUP = /`[^`\n]{1,200}`|<[^<>\n]{1,200}>/g

const wordsOf = (text: string): string => text.replace(ADDRESSES, ' ').replace(MARKUP, ' ')

/** Scripts in which a character says as much as a word of letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const LETTER = /[\p{L}\p{M}]/gu

/** Letters that are needed to tell a language. */
const LEAST = 20
const DENSE_WORTH = 4

/** Whether a text is long enough to tell its language. */
export function isTelling(text: string): boolean {
  const dense = text.match(DENSE)?.length ?? 0
  return (text.match(LETTER)?.length ?? 0) + dense * (DENSE_WORTH - 1) >= LEAST
}

export function piecesOf(text: string): readonly string[] {
  // What stands between two fences is code.
  const said = text
    .split(FENCE)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
  if (said.length <= LONGEST) return [wordsOf(said)]
  const count = Math.min(MOST, Math.ceil(said.length / LONGEST))
  const step = (said.length - LONGEST) / (count - 1)
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round(at * step)
    return wordsOf(said.slice(start, start + LONGEST))
  })
}
