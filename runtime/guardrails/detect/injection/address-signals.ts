// Signals of texts that steer the model which reads them: a machine that is addressed, or a task that is replaced, and
// what is to be done. They weigh more in the content of a tool or a document, which has no orders to give.
import { compileCues, cueSignals } from './cue-signals.ts'
import { addressPhrases } from './english-cues.ts'
import type { NormalizedText } from './normalize-words.ts'
import { keywordCueSignals } from './other-language-signals.ts'
import type { InjectionSignal } from './signal.ts'

/** Orders mostly follow the address. */
const addressCues = compileCues({
  family: 'indirect',
  phrases: addressPhrases,
  anchors: new Set(['addressed', 'task']),
  before: 120,
  after: 320,
  extra: ['addressed', vocativeWeight],
})

/** What cues weigh in a message, where people do give orders, and in a message that contains other texts. */
const MESSAGE_FACTOR = 0.6
const CONTAINING_FACTOR = 0.9

/** Manuals say of a model what it must do, and name tools beside it: cues that are weaker together are those of a page, not of an order. */
const MIN_EXTERNAL = 0.46

/** Beginnings of other texts inside a message: headers of mails, fences, numbered documents, "the page below:". */
const CONTAINED_TEXT =
  /(?:^|\n)[ \t]{0,8}(?:from:|subject:|betreff:|objet:|asunto:|\[doc(?:ument)? ?\d|<(?:document|context|email|page|data|file|html|article|result)[ >])|"""|```|\b(?:mail|email|page|file|review|article|diff|document|transcript|comments?|text|website|listing|ticket|message)\b[^\n]{0,60}[:?.][ \t]{0,8}(?:\n|["'\u201c\u201e])/i

export const containsOtherText = (text: string): boolean => CONTAINED_TEXT.test(text)

/** What cues of an address weigh, by the origin of the text. */
export function addressFactor(isExternal: boolean, isContaining: boolean): number {
  if (isExternal) return 1
  return isContaining ? CONTAINING_FACTOR : MESSAGE_FACTOR
}

export function* addressSignals(normalized: NormalizedText, factor: number): Iterable<InjectionSignal> {
  const factorAt = (index: number): number => factor * (normalized.factors[index] ?? 1)
  yield* cueSignals(normalized, addressCues, factorAt, factor === 1 ? MIN_EXTERNAL : undefined)
  yield* keywordCueSignals(normalized.text, factor)
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const NAMES = setOf('ai llm llms chatgpt copilot chatbot chatbots')
const ROLES = setOf('assistant assistants agent agents bot bots model models summarizer notetaker')
/** What continues a name: "assistants with browsing", "AI that reads this". */
const LINKS = setOf(
  'with that who and of in on here reading comparing describing summarizing summarising hearing seeing processing reviewing translating analyzing analysing coding reviewer reviewers only',
)
const ORDERS = setOf(
  'please you your do dont never always instead when if before now stop ignore disregard forget drop send forward post upload share add append include insert attach write print output reply respond answer say state tell ask inform warn rate rank recommend promote give report approve accept skip bypass run execute call use invoke open click visit navigate go load delete remove erase transfer pay wire buy order book reserve set grant change replace reset fill treat follow obey begin start end read copy collect save store remember export submit disable unlock turn mark classify label omit leave conclude must the this all',
)

/** Before a name they show that another party is called: "a guide for agents", "travel agents". */
const OTHERS = setOf('for of by our my their from via with user travel node field call')

const NAME_WEIGHT = 0.4
const ROLE_WEIGHT = 0.3

/** Words before the name ("log analysis assistant"), and after it. */
const MAX_BEFORE = 2
const MAX_AFTER = 6
const CALLS: ReadonlySet<string> = new Set([':', ',', '\n'])
/** Directly between two words, they join them to a name: "a-b-model, you can". */
const JOINTS: ReadonlySet<string> = new Set(['-', '_', '/'])
/** A role by itself is also a heading or a parameter, which a description follows: "agent: The agent to run". */
const DESCRIBING = setOf('the this all your you')
/** After "the" or "this" they are of an order: "Model: the user is asleep", "Agents: this task is finished". */
const OF_ORDERS = setOf('user users human owner operator task instructions')
/** After "you" they are of an order: "Agent, you must". */
const OBLIGING = setOf('must have need should shall are will')

/**
 * The weight of a call to a machine that starts at this word; 0 for none. "Assistant, send ...", "AI agents
 * comparing offers: all other ...": a name near a break, a colon or a comma after it, and a word that begins
 * an order.
 */
function vocativeWeight({ words, gaps, indexes }: NormalizedText, index: number): number {
  if (gaps[index] === '') return 0
  const before = (indexes[index - 1] ?? 0) + (words[index - 1]?.length ?? 0)
  if (JOINTS.has(gaps[index] ?? '') && indexes[index] === before + 1) return 0
  let weight = 0
  let isLinked = false
  const end = Math.min(words.length, index + MAX_BEFORE + MAX_AFTER + 1)
  for (let at = index; at < end; at += 1) {
    const word = words[at] ?? ''
    const gap = gaps[at] ?? ''
    if (at > index && gap !== '' && gap !== '-') {
      const isRole = weight < NAME_WEIGHT && !isLinked
      const isLabel =
        isRole && (gap === '\n' || (at === index + 1 && isDescription(word, words[at + 1] ?? '')))
      return CALLS.has(gap) && ORDERS.has(word) && !isLabel ? weight : 0
    }
    if (weight === 0 && OTHERS.has(word)) return 0
    const named = NAMES.has(word) ? NAME_WEIGHT : ROLES.has(word) ? ROLE_WEIGHT : 0
    isLinked ||= weight > 0 && LINKS.has(word)
    if (weight > 0 && named === 0 && !isLinked) return 0
    if (weight === 0 && named === 0 && at >= index + MAX_BEFORE) return 0
    weight = Math.max(weight, named)
  }
  return 0
}

const isDescription = (word: string, next: string): boolean =>
  DESCRIBING.has(word) && !(word === 'you' ? OBLIGING : OF_ORDERS).has(next)
