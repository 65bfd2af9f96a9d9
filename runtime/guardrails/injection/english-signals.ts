// Signals of English phrases. A quoted phrase weighs less, since people ask what it means.
import type { Family, Found } from './found.ts'
import { indirectPhrases } from './indirect-phrases.ts'
import { leakPhrases } from './leak-phrases.ts'
import { overridePhrases } from './override-phrases.ts'
import { personaPhrases } from './persona-phrases.ts'
import { type Phrasebook, phrasebook } from './phrase.ts'
import type { Words } from './plain-words.ts'

const books: readonly (readonly [Family, Phrasebook])[] = [
  ['override', phrasebook(overridePhrases)],
  ['persona', phrasebook(personaPhrases)],
  ['leak', phrasebook(leakPhrases)],
  ['indirect', phrasebook(indirectPhrases)],
]

const QUOTED = 0.6

export function* englishSignals({ text, starts, quoted }: Words): Iterable<Found> {
  for (const [index, at] of starts.entries()) {
    const word = text.slice(at, text.indexOf(' ', at))
    for (const [family, book] of books)
      for (const { weight, pattern } of book.get(word) ?? []) {
        pattern.lastIndex = at
        if (!pattern.test(text)) continue
        yield { at, signal: pattern.source, family, weight: quoted[index] ? weight * QUOTED : weight }
      }
  }
}
