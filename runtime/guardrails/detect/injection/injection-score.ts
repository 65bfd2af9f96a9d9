// How much a text looks like a prompt injection, from 0 to 1. Signals near each other are combined as independent
// probabilities within a stretch, so a long text does not become suspicious by its length alone.

import { addressSignals } from './address-signals.ts'
import { decodedTexts } from './deobfuscate.ts'
import { directSignals } from './direct-signals.ts'
import { englishSignals } from './english-signals.ts'
import { hiddenParts } from './hidden-parts.ts'
import { markerSignals } from './markers.ts'
import { nonEnglishSignals } from './non-english-signals.ts'
import { type NormalizedText, normalizeWords } from './normalize-words.ts'
import type { InjectionSignal, SignalFamily } from './signal.ts'

export interface InjectionScore {
  /** From 0 to 1. */
  readonly score: number
  /** The signal families of the stretch with the highest score. */
  readonly families: readonly SignalFamily[]
  /** It was found in encoded text. */
  readonly encoded: boolean
}

/** Signals within a stretch of this many characters are combined; stretches overlap by half. */
const STRETCH = 1600
const HALF_STRETCH = STRETCH / 2

/** That a suspicious text is hidden or encoded is a further signal. */
const HIDDEN_WEIGHT = 0.45
const MIN_HIDDEN_SCORE = 0.25
/** No language expresses a request in fewer code units, and a text may consist of comments. */
const MIN_HIDDEN_LENGTH = 5

/** Factor for texts about attacks, where these phrases are expected. */
const ATTACK_TOPIC_FACTOR = 0.5
// biome-ignore format: a list
const ATTACK_TOPIC =
  /(?: prompt injection| jailbreak(?:s|ing)?(?! mode) | red team| threat model| attack(?:s|er|ers)? | owasp| vulnerabilit| mitigate| defend | guardrail| what does .{0,40} mean| adversarial| alignment point| unit tests? for| how do i (?:test|prevent|detect|stop)| how can i (?:prevent|detect|protect)|classify whether| why do people )/

/** `isExternal`: it is what a tool, a document or a file says, and not a message. */
export function scoreInjection(text: string, isExternal = false): InjectionScore {
  const normalized = normalizeWords(text)
  const signals = [
    ...wordSignals(normalized, text, isExternal),
    ...markerSignals(text),
    ...hiddenSignals(text),
  ]
  const isAboutAttacks = ATTACK_TOPIC.test(normalized.text)
  let best: InjectionScore = highestScore(signals, isAboutAttacks, false)
  for (const decoded of decodedTexts(text)) {
    const signals = wordSignals(normalizeWords(decoded.text), decoded.text, isExternal)
    const { score, families } = highestScore(signals, false, true)
    if (score < MIN_HIDDEN_SCORE) continue
    const raised = decoded.encoded ? combineWeights([score, HIDDEN_WEIGHT]) : score
    if (raised > best.score) best = { score: raised, families, encoded: decoded.encoded }
  }
  return best
}

const wordSignals = (
  normalized: NormalizedText,
  text: string,
  isExternal: boolean,
): readonly InjectionSignal[] =>
  strongest([
    ...englishSignals(normalized),
    ...nonEnglishSignals(normalized.text),
    ...directSignals(normalized),
    ...addressSignals(normalized, text, isExternal),
  ])

/** Signals in a hidden part also count for the whole text; being hidden is an additional one. A hidden part is external. */
function* hiddenSignals(text: string): Iterable<InjectionSignal> {
  for (const { start, text: part } of hiddenParts(text)) {
    if (part.trim().length < MIN_HIDDEN_LENGTH) continue
    const { score } = highestScore(wordSignals(normalizeWords(part), part, true), false, false)
    if (score >= MIN_HIDDEN_SCORE) yield { start, signal: 'hidden', family: 'hidden', weight: HIDDEN_WEIGHT }
  }
}

function highestScore(
  allSignals: readonly InjectionSignal[],
  isAboutAttacks: boolean,
  encoded: boolean,
): InjectionScore {
  const stretches = new Map<number, Map<string, InjectionSignal>>()
  for (const signal of allSignals)
    for (const stretch of [
      Math.floor(signal.start / HALF_STRETCH),
      Math.floor(signal.start / HALF_STRETCH) - 1,
    ]) {
      const stretchSignals = stretches.get(stretch) ?? new Map<string, InjectionSignal>()
      stretches.set(stretch, stretchSignals)
      if ((stretchSignals.get(signal.signal)?.weight ?? 0) < signal.weight)
        stretchSignals.set(signal.signal, signal)
    }
  let best: InjectionScore = { score: 0, families: [], encoded }
  for (const stretchSignals of stretches.values()) {
    const weights = Array.from(stretchSignals.values(), ({ weight }) =>
      isAboutAttacks ? weight * ATTACK_TOPIC_FACTOR : weight,
    )
    const score = combineWeights(weights)
    if (score <= best.score) continue
    best = {
      score,
      families: [...new Set(Array.from(stretchSignals.values(), ({ family }) => family))].sort(),
      encoded,
    }
  }
  return best
}

/** The strongest of the signals of one family that start or end at the same word: they match the same phrase. */
function strongest(signals: readonly InjectionSignal[]): readonly InjectionSignal[] {
  const byStart = strongestBy(signals, ({ family, start }) => `${family} ${start}`)
  return strongestBy(byStart, ({ family, start, end }) => `${family} ${end ?? `from ${start}`}`)
}

function strongestBy(
  signals: Iterable<InjectionSignal>,
  keyOf: (signal: InjectionSignal) => string,
): readonly InjectionSignal[] {
  const strongestByKey = new Map<string, InjectionSignal>()
  for (const signal of signals) {
    const key = keyOf(signal)
    if ((strongestByKey.get(key)?.weight ?? 0) < signal.weight) strongestByKey.set(key, signal)
  }
  return [...strongestByKey.values()]
}

const combineWeights = (weights: readonly number[]): number =>
  1 - weights.reduce((product, weight) => product * (1 - weight), 1)
