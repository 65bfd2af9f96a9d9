// Samples of a text for language detection: a few passages spread over it, without code, URLs and other text that has
// no language.

/** The length of a sample in UTF-16 code units, which is the detector's limit. */
const LONGEST = 350
const MOST = 8

const FENCE = /```|~~~/
const ADDRESSES = /https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}/g
const MARKUP = /`[^`\n]{1,200}`|<[^<>\n]{1,200}>/g

const wordsOf = (text: string): string => text.replace(ADDRESSES, ' ').replace(MARKUP, ' ')

/** Scripts in which a character carries as much as a word of letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const LETTER = /[\p{L}\p{M}]/gu

/** Minimum number of letters for detection. */
const LEAST = 20
const DENSE_WORTH = 4

/** Whether a text is long enough to detect its language. */
export function isTelling(text: string): boolean {
  const dense = text.match(DENSE)?.length ?? 0
  return (text.match(LETTER)?.length ?? 0) + dense * (DENSE_WORTH - 1) >= LEAST
}

export function piecesOf(text: string): readonly string[] {
  // Text between two fences is code.
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
