// Quotations that a sentence of the user discusses: their content weighs less, since people quote attacks to ask about them or to have them
// edited. Neither quotation marks nor a topic nor a question lower anything by themselves: an attacker can add each of them anywhere. They count
// only together, around a quotation that is closed in its paragraph, the topic in its sentence, and not where the text also orders that it is
// obeyed. A strong attack is found there, too.

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

/** What a user does with a text who discusses it. "The attacker wrote: ..." asks for nothing. */
const DISCUSSED =
  / (?:explain|analy[sz]e|describe|classify|assess|evaluate|discuss|compare|identify|detect|recognize|flag|label|test|write|create|build|document|shorten|rewrite|rephrase|paraphrase|proofread|translate|translation of|spell ?check|(?:is|are|was|would|does|do|can|could|should|did) (?:it|this|that|these|the|an|a|i|we|you|our|my|people|models?)|why|how (?:do|does|did|can|could|would|should|is|to)|what (?:is|are|does|do|makes?|happens|would)|which) /

/** What a page or document does with one that it explains; its author is not the user, and asks nothing. */
const MENTIONED =
  / (?:such as|for example|e g|for instance|examples? of|in which|describes?|known as|is called|refers to) /

/** Orders to obey a text, or an answer to it, in the languages of the other phrases. */
const OBEYED =
  / (?:follow|obey|execute|comply|adhere|fulfil|fulfill|carry (?:it|this|that|them|these|those|out)|carrying out|act (?:on|upon|accordingly|as|according)|do (?:(?:exactly )?(?:what|as)|so|it|this|that|them|all of)|perform|implement|apply it|run (?:it|this|that|them)|put it into practice|make it happen|respond (?:to it )?as|answer it|treat (?:it|this|that|them) as|take (?:it|this|that|them) as|adopt|become|switch to it|start (?:doing|now)|go ahead|proceed) | (?:befolge|befolgt|folge|gehorche|fuhre|fuhr|ausfuhren|handle (?:danach|entsprechend)|tu was|mach was|halte dich|suis|suivez|obeis|obeissez|execute[zr]?|applique[zr]?|fais ce|faites ce|conforme|sigue|siguela|siguelas|obedece|ejecuta|ejecutalo|haz lo|cumple|cumplelo|aplica|segui|seguilo|obbedisci|esegui|eseguilo|fai quello|fai cio|siga|siga as|obedeca|faca o|cumpra|volg|gehoorzaam|voer|doe wat|wykonaj|zastosuj|postepuj|uyula|uygula|yerine getir|takip et|lakukan|ikuti|jalankan|patuhi|thuc hien|lam theo|tuan theo|следуи|выполни|выполняи|исполни|подчинись|виконаи|слідуи)|执行|執行|照做|遵守|遵循|按照.{0,12}做|従って|従え|実行して|その通りに|따르|따라|실행하|수행하|اتبع|نفذ|افعل|पालन|अनुसरण/

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
export function discussedQuotations(text: string, isMessage: boolean): readonly Quotation[] {
  if (factorOf(text) === 1 || JSON_TEXT.test(text)) return []
  const own = wordsOf(text.replace(QUOTATION, ' '))
  if (!(isMessage ? DISCUSSED : MENTIONED).test(own) || OBEYED.test(own)) return []
  return text
    .matchAll(QUOTATION)
    .map(({ 0: { length }, index }) => {
      const [start, end] = [index + 1, index + length - 1]
      return { start, end, factor: factorOf(sentenceAround(text, start, end)) }
    })
    .filter(({ factor }) => factor < 1)
    .toArray()
}

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `

const factorOf = (text: string): number => {
  const words = wordsOf(text)
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
