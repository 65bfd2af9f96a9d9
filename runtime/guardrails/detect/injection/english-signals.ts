// Signals of English phrases, and of jailbreaks and requests for the system prompt in plain words: cues near each other. A phrase in a
// quotation that is discussed weighs less, since people ask about its meaning.
import { compileCues, crossesStructure, cueSignals } from './cue-signals.ts'
import { extractionPhrases, jailbreakPhrases } from './english-cues.ts'
import { indirectPhrases, leakPhrases, overridePhrases, personaPhrases } from './english-phrases.ts'
import type { NormalizedText } from './normalize-words.ts'
import { compilePhrases, type PhraseIndex, type PhrasePattern } from './phrase-pattern.ts'
import type { InjectionSignal, SignalFamily } from './signal.ts'

const phraseIndexes: readonly (readonly [SignalFamily, PhraseIndex])[] = [
  ['override', compilePhrases(overridePhrases)],
  ['persona', compilePhrases(personaPhrases)],
  ['leak', compilePhrases(leakPhrases)],
  ['indirect', compilePhrases(indirectPhrases)],
]

/** By the first word of a phrase. */
const phrasesByWord: ReadonlyMap<string, readonly (readonly [SignalFamily, PhrasePattern])[]> = (() => {
  const byWord = new Map<string, (readonly [SignalFamily, PhrasePattern])[]>()
  for (const [family, index] of phraseIndexes)
    for (const [word, patterns] of index)
      byWord.set(word, [...(byWord.get(word) ?? []), ...patterns.map(each => [family, each] as const)])
  return byWord
})()

/** Whether a phrase may begin with a word. */
export const isPhraseStart = (word: string): boolean => phrasesByWord.has(word.toLowerCase())

/** System prompts forbid what an attacker wants: "do not reveal ...", without anything between the two words. */
const FORBIDDEN_FACTOR = 0.4
const FORBIDDING: ReadonlySet<string | undefined> = new Set(['not', 'never', 'dont', 'cannot'])

/** Families whose words are as frequent in code and documentation, where they are beside each other by chance. */
const PROSE: ReadonlySet<SignalFamily> = new Set(['indirect', 'persona'])
/** So are those of weak phrases of any family. */
const WEAK = 0.3

export function* englishSignals({
  text,
  starts,
  words,
  factors,
  gaps,
  breaks,
}: NormalizedText): Iterable<InjectionSignal> {
  for (const [index, start] of starts.entries()) {
    const phrases = phrasesByWord.get(words[index] ?? '')
    if (phrases === undefined) continue
    const factor = factors[index] ?? 1
    const isForbidden = gaps[index] === '' && FORBIDDING.has(words[index - 1])
    for (const [family, { weight, pattern }] of phrases) {
      pattern.lastIndex = start
      if (!pattern.test(text)) continue
      const isProse = PROSE.has(family) || weight <= WEAK
      if (isProse && crossesStructure(starts, breaks, index, pattern.lastIndex)) continue
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
    anchors: new Set(['given', 'place', 'prompt']),
    before: 100,
    after: 100,
  }),
]

/** What cues of a request for the prompt weigh in a page, which has no conversation to see. */
const EXTERNAL_LEAK_FACTOR = 0.8
/** In a page, "everything before it" is most often that of the page. */
const externalCueSets = cueSets.map(set => ({
  ...set,
  anchors: new Set([...set.anchors].filter(anchor => anchor !== 'place')),
}))

export function* directSignals(normalized: NormalizedText, isExternal: boolean): Iterable<InjectionSignal> {
  const { factors } = normalized
  for (const cueSet of isExternal ? externalCueSets : cueSets) {
    const factor = isExternal && cueSet.family === 'leak' ? EXTERNAL_LEAK_FACTOR : 1
    yield* cueSignals(normalized, cueSet, index => factor * (factors[index] ?? 1))
  }
}
