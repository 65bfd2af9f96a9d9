// Signals of English phrases. A phrase in a quotation that is discussed weighs less, since people ask what it means.

import { indirectPhrases } from './indirect-phrases.ts'
import { leakPhrases } from './leak-phrases.ts'
import type { NormalizedText } from './normalize-words.ts'
import { overridePhrases } from './override-phrases.ts'
import { personaPhrases } from './persona-phrases.ts'
import { compilePhrases, type PhraseIndex } from './phrase-pattern.ts'
import type { InjectionSignal, SignalFamily } from './signal.ts'

const phraseIndexes: readonly (readonly [SignalFamily, PhraseIndex])[] = [
  ['override', compilePhrases(overridePhrases)],
  ['persona', compilePhrases(personaPhrases)],
  ['leak', compilePhrases(leakPhrases)],
  ['indirect', compilePhrases(indirectPhrases)],
]

/** System prompts forbid what an attacker wants: "do not reveal ...", without anything between the two words. */
const FORBIDDEN_FACTOR = 0.4
const MAX_REPORT = 80
const FORBIDDING: ReadonlySet<string | undefined> = new Set(['not', 'never', 'dont', 'cannot'])

/** The order is given to another model: "what happens when a model is told to ignore ...". */
const REPORTED_FACTOR = 0.5
const REPORTED =
  / (?:when|if) an? (?:ai|llm|(?:language )?model|assistant|chatbot|bot) (?:is|was|gets) (?:told|asked|instructed|ordered) to $/

export function* englishSignals({
  text,
  starts,
  words,
  factors,
  gaps,
}: NormalizedText): Iterable<InjectionSignal> {
  for (const [index, start] of starts.entries()) {
    const word = words[index] ?? ''
    const factor = factors[index] ?? 1
    const isForbidden = gaps[index] === '' && FORBIDDING.has(words[index - 1])
    const isReported =
      words[index - 1] === 'to' && REPORTED.test(text.slice(Math.max(0, start - MAX_REPORT), start))
    for (const [family, phraseIndex] of phraseIndexes)
      for (const { weight, pattern } of phraseIndex.get(word) ?? []) {
        pattern.lastIndex = start
        if (!pattern.test(text)) continue
        yield {
          start,
          end: pattern.lastIndex,
          signal: pattern.source,
          family,
          weight:
            weight *
            factor *
            (isForbidden && family === 'leak' ? FORBIDDEN_FACTOR : 1) *
            (isReported ? REPORTED_FACTOR : 1),
        }
      }
  }
}
