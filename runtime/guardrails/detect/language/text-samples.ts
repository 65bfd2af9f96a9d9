// Samples of a text for language detection: a few passages spread over it, without code, URLs and other text that has
// no language.

/** The length of a sample in UTF-16 code units, which is the detector's limit. */
const SAMPLE_LENGTH = 350
const MAX_SAMPLES = 8

const FENCE = /```|~~~/
const ADDRESSES = /https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}/g
const MARKUP = /`[^`\n]{1,200}`|<[^<>\n]{1,200}>/g

const stripNonProse = (text: string): string => text.replace(ADDRESSES, ' ').replace(MARKUP, ' ')

/** Scripts in which a character carries as much as a word of letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const LETTER = /[\p{L}\p{M}]/gu

/** Minimum number of letters for detection. */
const MIN_LETTERS = 20
const DENSE_FACTOR = 4

/** Whether a text is long enough to detect its language. */
export function isLongEnough(text: string): boolean {
  const dense = text.match(DENSE)?.length ?? 0
  return (text.match(LETTER)?.length ?? 0) + dense * (DENSE_FACTOR - 1) >= MIN_LETTERS
}

export function sampleText(text: string): readonly string[] {
  // Text between two fences is code.
  const prose = text
    .split(FENCE)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
  if (prose.length <= SAMPLE_LENGTH) return [stripNonProse(prose)]
  const count = Math.min(MAX_SAMPLES, Math.ceil(prose.length / SAMPLE_LENGTH))
  const step = (prose.length - SAMPLE_LENGTH) / (count - 1)
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round(at * step)
    return stripNonProse(prose.slice(start, start + SAMPLE_LENGTH))
  })
}
