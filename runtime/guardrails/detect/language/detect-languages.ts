// The languages of passages, and of a prompt, which may quote a text in another one or name the one of the reply;
// samples of texts for the detector, and its language codes.

/** The part of `eld` that is used. */
interface Detector {
  readonly detect: (text: string) => { readonly language: string; readonly isReliable: () => boolean }
}

/** Without those that the detector is unsure of. */
export const detectLanguages = (detector: Detector, passages: readonly string[]): readonly string[] =>
  passages
    .map(passage => detector.detect(passage))
    .filter(result => result.isReliable())
    .map(result => normalizeLanguage(result.language))

/** Languages that the detector takes for each other. */
const NEAR: readonly (readonly string[])[] = [
  ['da', 'no'],
  ['hr', 'sr'],
]

const SENTENCE_END = /\n+|(?<=[.!?:。！？：])\s*(?=\S)/
/** Of a long prompt, those at its start and at its end, where the instruction is. */
const MAX_SENTENCES = 8

/** UTF-16 code units at each end of a prompt in which its instruction is expected. */
const MAX_INSTRUCTION = 2000

/** The languages that are detected in a prompt, and those near to them; empty if none is detected. */
export function languagesOfPrompt(detector: Detector, prompt: string): ReadonlySet<string> {
  const sentences = [prompt.slice(0, MAX_INSTRUCTION), prompt.slice(-MAX_INSTRUCTION)].flatMap((part, at) => {
    const all = part.split(SENTENCE_END)
    return at === 0 ? all.slice(0, MAX_SENTENCES) : all.slice(-MAX_SENTENCES)
  })
  const passages = [...sampleText(prompt), ...sentences].filter(isLongEnough)
  const detected = detectLanguages(detector, [...new Set(passages)])
  return new Set(detected.flatMap(name => [name, ...NEAR.filter(names => names.includes(name)).flat()]))
}

/** Letters of an ending (`auf Deutsch`, `ins Deutsche`, `на французском`), and those that are compared at least. */
const MAX_ENDING = 3
const MIN_STEM = 4

/** Scripts without spaces between words. */
const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}]/u
const LETTER = /[\p{L}\p{M}]/u

/** Whether a prompt names a language, in one of its own languages: "translate into French". */
export function namesLanguage(prompt: string, name: string, languages: ReadonlySet<string>): boolean {
  const ends = `${prompt.slice(0, MAX_INSTRUCTION)}\n${prompt.slice(-MAX_INSTRUCTION)}`.toLowerCase()
  return [...languages, 'en', name].some(language => {
    const called = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(name)
    if (called === undefined) return false
    const [word = ''] = called.toLowerCase().split(' ')
    const stem = word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING))
    return WITHOUT_SPACES.test(word) ? ends.includes(word) : wordStarts(ends, stem)
  })
}

/** Whether a word of a text starts with these letters. */
function wordStarts(text: string, stem: string): boolean {
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1))
    if (!LETTER.test(text.charAt(at - 1))) return true
  return false
}

/** The length of a sample in UTF-16 code units, which is the detector's limit. */
const SAMPLE_LENGTH = 350
const MAX_SAMPLES = 8

const FENCE = /```|~~~/
const ADDRESSES = /https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}/g
const MARKUP = /`[^`\n]{1,200}`|<[^<>\n]{1,200}>/g

const stripNonProse = (text: string): string => text.replace(ADDRESSES, ' ').replace(MARKUP, ' ')

/** Scripts in which a character carries as much as a word of letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const LETTERS = /[\p{L}\p{M}]/gu

/** Minimum number of letters for detection. */
const MIN_LETTERS = 20
const DENSE_FACTOR = 4

/** Whether a text is long enough to detect its language. */
export function isLongEnough(text: string): boolean {
  const dense = text.match(DENSE)?.length ?? 0
  return (text.match(LETTERS)?.length ?? 0) + dense * (DENSE_FACTOR - 1) >= MIN_LETTERS
}

/** A few passages spread over a text, without code, URLs and other text that has no language. */
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

const DETECTED_AS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', ckb: 'ku' }

/**
 * Normalizes language codes: `en`, `eng` and `eng_Latn` are the same. The detector does not distinguish some
 * ISO 639 languages: Bokmål and Nynorsk are Norwegian, Sorani is Kurdish.
 */
export function normalizeLanguage(code: string): string {
  const { language } = new Intl.Locale(code.replace('_', '-'))
  return DETECTED_AS[language] ?? language
}
