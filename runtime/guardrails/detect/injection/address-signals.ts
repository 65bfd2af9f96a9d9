// Signals of texts that steer the model which reads them: a machine that is addressed, or a task that is replaced, and
// what is to be done. They weigh more in the content of a tool or a document, which has no orders to give.

import { compileCues, cueSignals } from './cue-signals.ts'
import { addressPhrases } from './english-cues.ts'
import type { NormalizedText } from './normalize-words.ts'
import { keywordCueSignals } from './other-language-signals.ts'
import type { InjectionSignal } from './signal.ts'
import { vocativeWeight } from './vocative.ts'

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
  yield* cueSignals(normalized, addressCues, factorAt)
  yield* keywordCueSignals(normalized.text, factor)
}
