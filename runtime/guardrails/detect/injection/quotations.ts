// Quotations in sentences that speak about attacks, or about the work on a text: their content weighs less, since people quote attacks
// to discuss them. Quotation marks by themselves lower nothing, nor does such a topic by itself: an attacker can add either anywhere. Both count only
// together, in one sentence around a quotation that is closed in its paragraph, and a strong attack is found there, too.

export interface Quotation {
  /** Positions in the text: the first character in the quotation, and the mark that closes it. */
  readonly start: number
  readonly end: number
  /** What the weight of a word in it is multiplied by. */
  readonly factor: number
}

// biome-ignore format: a table
const TOPICS: readonly (readonly [factor: number, topic: RegExp])[] = [
  [0.3, / (?:prompt injections?|jailbreak(?:s|ing)?(?! mode)|red team|threat model|attack(?:s|er|ers)?|owasp|vulnerabilit\w{1,4}|mitigate|defend|guardrails?|what does .{0,40} mean|adversarial|alignment point|unit tests? for|how do i (?:test|prevent|detect|stop)|how can i (?:prevent|detect|protect)|detect(?:s|ion)?|classify whether|why do people) /],
  [0.6, / (?:shorten|rewrite|rephrase|paraphrase|proofread|translate|translation of|spell ?check) /],
]

/** In JSON every text is in quotation marks, which say nothing there. */
const JSON_TEXT = /^\s{0,40}[{[]|["']\s?:\s?["'{[]/

const INNER = (marks: string): string => `((?:[^${marks}\\n]|\\n(?![ \\t\\r]{0,40}\\n)){1,2000})`
/** Marks that are repeated fence a block, which is not a quotation. */
const single = (mark: string): string => `(?<!${mark})${mark}(?!${mark})`
const QUOTATION = new RegExp(
  [
    single('"') + INNER('"') + single('"'),
    `\u201c${INNER('\u201c\u201d')}\u201d`,
    `\u201e${INNER('\u201c\u201d\u201e')}[\u201c\u201d]`,
    `\u00ab${INNER('\u00ab\u00bb')}\u00bb`,
    `\u00bb${INNER('\u00ab\u00bb')}\u00ab`,
    `${single('`')}${INNER('`')}${single('`')}`,
    `\u300c${INNER('\u300c\u300d')}\u300d`,
  ].join('|'),
  'g',
)

const SENTENCE_END = /[.!?;\u3002\uff01\uff1f](?=\s)|\n/g
const REACH = 300

/** In order. `text`: with folded letters. */
export function discussedQuotations(text: string): readonly Quotation[] {
  if (factorOf(text) === 1 || JSON_TEXT.test(text)) return []
  return text
    .matchAll(QUOTATION)
    .map(({ 0: { length }, index }) => {
      const [start, end] = [index + 1, index + length - 1]
      return { start, end, factor: factorOf(sentenceAround(text, start, end)) }
    })
    .filter(({ factor }) => factor < 1)
    .toArray()
}

const factorOf = (text: string): number => {
  const words = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return TOPICS.find(([, topic]) => topic.test(words))?.[0] ?? 1
}

/** The sentence around a quotation, without what is quoted. */
function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 1 - REACH), start - 1)
  const after = text.slice(end + 1, end + 1 + REACH)
  const isEnded = /[.!?;]\s{0,4}$/.test(text.slice(Math.max(start, end - 4), end))
  const begin = before.matchAll(SENTENCE_END).reduce((_, { index }) => index + 1, 0)
  const [rest = ''] = isEnded && /^\s/.test(after) ? [] : after.split(SENTENCE_END, 1)
  return `${before.slice(begin)} ${rest}`
}
