// Signals of English phrases. A quoted phrase weighs less, since people ask what it means.

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

const QUOTED_FACTOR = 0.6
/** Who writes a system prompt forbids what an attacker asks for: "do not reveal ...". */
const FORBIDDEN_FACTOR = 0.4
const FORBIDDING: ReadonlySet<string | undefined> = new Set(['not', 'never', 'dont', 'cannot'])

export function* englishSignals({ text, starts, words, quoted }: NormalizedText): Iterable<InjectionSignal> {
  for (const [index, start] of starts.entries()) {
    const word = words[index] ?? ''
    const factor = quoted[index] ? QUOTED_FACTOR : 1
    const isForbidden = FORBIDDING.has(words[index - 1])
    for (const [family, phraseIndex] of phraseIndexes)
      for (const { weight, pattern } of phraseIndex.get(word) ?? []) {
        pattern.lastIndex = start
        if (!pattern.test(text)) continue
        yield {
          start,
          end: pattern.lastIndex,
          signal: pattern.source,
          family,
          weight: weight * factor * (isForbidden && family === 'leak' ? FORBIDDEN_FACTOR : 1),
        }
      }
  }
}
