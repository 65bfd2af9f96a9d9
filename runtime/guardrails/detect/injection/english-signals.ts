// Signals of English phrases. A quoted phrase weighs less, since people ask what it means.
import type { SignalFamily, InjectionSignal } from './signal.ts'
import { indirectPhrases } from './indirect-phrases.ts'
import { leakPhrases } from './leak-phrases.ts'
import { overridePhrases } from './override-phrases.ts'
import { personaPhrases } from './persona-phrases.ts'
import { type PhraseIndex, compilePhrases } from './phrase-pattern.ts'
import type { NormalizedText } from './normalize-words.ts'

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
        yield { start, signal: pattern.source, family, weight: quoted[index] ? weight * QUOTED_FACTOR : weight }
      }
  }
}
