// Signals of cues that stand near each other. A cue is a phrase of a class, harmless by itself; an anchor counts together
// with the strongest cue of every other class around it.
import type { NormalizedText } from './normalize-words.ts'
import { compilePhrases, type PhrasePattern, type WeightedPhrase } from './phrase-pattern.ts'
import type { InjectionSignal, SignalFamily } from './signal.ts'

export type CuePhrase = readonly [cueClass: string, ...WeightedPhrase]

export interface CueRules {
  readonly family: SignalFamily
  readonly phrases: readonly CuePhrase[]
  /** The classes that count only together with others, which they are searched around. */
  readonly anchors: ReadonlySet<string>
  /** Characters before and after an anchor within which other cues count. */
  readonly before: number
  readonly after: number
  /** A cue that is not a phrase: its class, and its weight at a word, 0 for none. */
  readonly extra?: readonly [cueClass: string, weightAt: (text: NormalizedText, index: number) => number]
}

export interface CueSet extends Omit<CueRules, 'phrases'> {
  /** By the first word of a phrase, the phrases of each class that has one. */
  readonly byWord: ReadonlyMap<string, readonly (readonly [cueClass: string, readonly PhrasePattern[]])[]>
}

interface Cue {
  readonly cueClass: string
  readonly weight: number
  readonly start: number
}

/** Cues that are weaker together meet by chance in long texts. */
const MIN_WEIGHT = 0.42

export function compileCues({ phrases, ...rules }: CueRules): CueSet {
  const classes = [...new Set(phrases.map(([cueClass]) => cueClass))]
  const phrasesOf = (cueClass: string): readonly WeightedPhrase[] =>
    phrases.flatMap(([each, ...phrase]) => (each === cueClass ? [phrase] : []))
  const byWord = new Map<string, (readonly [string, readonly PhrasePattern[]])[]>()
  for (const each of classes)
    for (const [word, patterns] of compilePhrases(phrasesOf(each)))
      byWord.set(word, [...(byWord.get(word) ?? []), [each, patterns]])
  return { ...rules, byWord }
}

/** `factorAt` is what the weight of a cue is multiplied by at a word. */
export function* cueSignals(
  normalized: NormalizedText,
  cueSet: CueSet,
  factorAt: (index: number) => number,
  minWeight = MIN_WEIGHT,
): Iterable<InjectionSignal> {
  const cues = findCues(normalized, cueSet, factorAt)
  for (const [index, anchor] of cues.entries()) {
    if (!cueSet.anchors.has(anchor.cueClass)) continue
    const weight = weightAround(cues, index, cueSet)
    if (weight >= minWeight)
      yield { start: anchor.start, signal: `${cueSet.family} cues`, family: cueSet.family, weight }
  }
}

/** In order, of each class the strongest at each word. */
function findCues(
  normalized: NormalizedText,
  { family, byWord, extra }: CueSet,
  factorAt: (index: number) => number,
): readonly Cue[] {
  const { text, starts, words, breaks } = normalized
  const cues: Cue[] = []
  for (const [index, start] of starts.entries()) {
    for (const [cueClass, patterns] of byWord.get(words[index] ?? '') ?? []) {
      let weight = 0
      for (const { weight: each, pattern } of patterns) {
        if (each <= weight) continue
        pattern.lastIndex = start
        if (
          pattern.test(text) &&
          (family === 'leak' || !crossesStructure(starts, breaks, index, pattern.lastIndex))
        )
          weight = each
      }
      if (weight > 0) cues.push({ cueClass, weight: weight * factorAt(index), start })
    }
    const weight = extra?.[1](normalized, index) ?? 0
    if (extra !== undefined && weight > 0)
      cues.push({ cueClass: extra[0], weight: weight * factorAt(index), start })
  }
  return cues
}

/** Whether signs of code or markup are between the words of a match. */
export function crossesStructure(
  starts: readonly number[],
  breaks: readonly number[],
  index: number,
  end: number,
): boolean {
  const first = breaks[index] ?? 0
  for (let at = index + 1; (starts[at] ?? end) < end; at += 1) if ((breaks[at] ?? 0) > first) return true
  return false
}

/** The weight of an anchor with the strongest cue of each class near it; 0 for an anchor by itself. */
function weightAround(cues: readonly Cue[], index: number, { before, after }: CueSet): number {
  const anchor = cues[index]?.start ?? 0
  const weights = new Map<string, number>()
  const add = ({ cueClass, weight }: Cue): void => {
    weights.set(cueClass, Math.max(weights.get(cueClass) ?? 0, weight))
  }
  for (let at = index; at < cues.length; at += 1) {
    const cue = cues[at]
    if (cue === undefined || cue.start > anchor + after) break
    add(cue)
  }
  for (let at = index - 1; at >= 0; at -= 1) {
    const cue = cues[at]
    if (cue === undefined || cue.start < anchor - before) break
    add(cue)
  }
  if (weights.size < 2) return 0
  return 1 - [...weights.values()].reduce((product, weight) => product * (1 - weight), 1)
}
