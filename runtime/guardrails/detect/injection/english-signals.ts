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

export function* englishSignals({ text, starts, quoted }: NormalizedText): Iterable<InjectionSignal> {
  for (const [index, start] of starts.entries()) {
    const word = text.slice(start, text.indexOf(' ', start))
    for (const [family, phraseIndex] of phraseIndexes)
      for (const { weight, pattern } of phraseIndex.get(word) ?? []) {
        pattern.lastIndex = start
        if (!pattern.test(text)) continue
        yield {
          start,
          signal: pattern.source,
          family,
          weight: quoted[index] ? weight * QUOTED_FACTOR : weight,
        }
      }
  }
}
