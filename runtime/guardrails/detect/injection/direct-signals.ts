// Signals of jailbreaks and of requests for the system prompt in plain words: cues that stand near each other.
import { compileCues, cueSignals } from './cue-signals.ts'
import { extractionPhrases } from './extraction-cues.ts'
import { jailbreakPhrases } from './jailbreak-cues.ts'
import type { NormalizedText } from './normalize-words.ts'
import type { InjectionSignal } from './signal.ts'

const cueSets = [
  compileCues({
    family: 'persona',
    phrases: jailbreakPhrases,
    anchors: new Set(['freedom', 'no-refusal', 'license']),
    before: 500,
    after: 500,
  }),
  compileCues({
    family: 'leak',
    phrases: extractionPhrases,
    anchors: new Set(['told', 'place', 'prompt']),
    before: 100,
    after: 100,
  }),
]

export function* directSignals(normalized: NormalizedText): Iterable<InjectionSignal> {
  const { factors } = normalized
  for (const cueSet of cueSets) yield* cueSignals(normalized, cueSet, index => factors[index] ?? 1)
}
