// How much a text looks like a prompt injection, from 0 to 1. Signals near each other are combined as independent
// probabilities within a stretch, so a long text does not become suspicious by its length alone.
import { englishSignals } from './english-signals.ts'
import { foreignSignals } from './foreign-signals.ts'
import type { Family, Found } from './found.ts'
import { hiddenParts } from './hidden-parts.ts'
import { markerSignals } from './markers.ts'
import { plainWords } from './plain-words.ts'
import { readings } from './unveil.ts'

export interface Score {
  /** From 0 to 1. */
  readonly score: number
  /** The signal families of the stretch with the highest score. */
  readonly families: readonly Family[]
  /** It was found in encoded text. */
  readonly encoded: boolean
}

/** Signals within a stretch of this many characters are combined; stretches overlap by half. */
const STRETCH = 1600
const HALF = STRETCH / 2

/** That a suspicious text is hidden or encoded is a further signal. */
const HIDING = 0.45
const WORTH_HIDING = 0.25
/** No language expresses a request in fewer code units, and a text may consist of comments. */
const SHORTEST_HIDDEN = 5

/** Factor for texts about attacks, where these phrases are expected. */
const SUBJECT = 0.5
// biome-ignore format: a list
const TALK =
  /(?: prompt injection| jailbreak(?:s|ing)?(?! mode) | red team| threat model| attack(?:s|er|ers)? | owasp| vulnerabilit| mitigate| defend | guardrail| what does .{0,40} mean| adversarial| alignment point| unit tests? for| how do i (?:test|prevent|detect|stop)| how can i (?:prevent|detect|protect)|classify whether| why do people )/

export function scoreOf(text: string): Score {
  const words = plainWords(text)
  const own = [
    ...strongest([...englishSignals(words), ...foreignSignals(words.text)]),
    ...markerSignals(text),
    ...hiddenSignals(text),
  ]
  const talks = TALK.test(words.text)
  let best: Score = highest(own, talks, false)
  for (const reading of readings(text)) {
    const read = plainWords(reading.text)
    const found = strongest([...englishSignals(read), ...foreignSignals(read.text)])
    const { score, families } = highest(found, false, true)
    if (score < WORTH_HIDING) continue
    const raised = reading.encoded ? together([score, HIDING]) : score
    if (raised > best.score) best = { score: raised, families, encoded: reading.encoded }
  }
  return best
}

/** Signals in a hidden part also count for the whole text; being hidden is an additional one. */
function* hiddenSignals(text: string): Iterable<Found> {
  for (const { at, text: part } of hiddenParts(text)) {
    if (part.trim().length < SHORTEST_HIDDEN) continue
    const words = plainWords(part)
    const { score } = highest(
      strongest([...englishSignals(words), ...foreignSignals(words.text)]),
      false,
      false,
    )
    if (score >= WORTH_HIDING) yield { at, signal: 'hidden', family: 'hidden', weight: HIDING }
  }
}

function highest(found: readonly Found[], talks: boolean, encoded: boolean): Score {
  const stretches = new Map<number, Map<string, Found>>()
  for (const one of found)
    for (const stretch of [Math.floor(one.at / HALF), Math.floor(one.at / HALF) - 1]) {
      const signals = stretches.get(stretch) ?? new Map<string, Found>()
      stretches.set(stretch, signals)
      if ((signals.get(one.signal)?.weight ?? 0) < one.weight) signals.set(one.signal, one)
    }
  let best: Score = { score: 0, families: [], encoded }
  for (const signals of stretches.values()) {
    const weights = Array.from(signals.values(), ({ weight }) => (talks ? weight * SUBJECT : weight))
    const score = together(weights)
    if (score <= best.score) continue
    best = {
      score,
      families: [...new Set(Array.from(signals.values(), ({ family }) => family))].sort(),
      encoded,
    }
  }
  return best
}

/** The strongest of the signals of one family that start at the same word: they match the same phrase. */
function strongest(found: readonly Found[]): readonly Found[] {
  const kept = new Map<string, Found>()
  for (const one of found) {
    const place = `${one.family} ${one.at}`
    if ((kept.get(place)?.weight ?? 0) < one.weight) kept.set(place, one)
  }
  return [...kept.values()]
}

const together = (weights: readonly number[]): number =>
  1 - weights.reduce((left, weight) => left * (1 - weight), 1)
