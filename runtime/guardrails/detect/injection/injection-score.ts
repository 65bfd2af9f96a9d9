// How much a text looks like a prompt injection, from 0 to 1. Signals near each other are combined as independent
// probabilities within a stretch, so a long text does not become suspicious only by its length.

import type { Turns } from '../../../values/turns.ts'
import { foldText } from '../text/fold-text.ts'
import { addressFactor, addressSignals, containsOtherText } from './address-signals.ts'
import { decodedTexts } from './deobfuscate.ts'
import { directSignals, englishSignals } from './english-signals.ts'
import { foldLetters, type NormalizedText, normalizeWords } from './normalize-words.ts'
import { otherLanguageSignals } from './other-language-signals.ts'
import type { InjectionSignal, SignalFamily } from './signal.ts'

export interface InjectionScore {
  /** From 0 to 1. */
  readonly score: number
  /** The signal families of the stretch with the highest score. */
  readonly families: readonly SignalFamily[]
  /** It was found in encoded text. */
  readonly encoded: boolean
}

/** Signals within a stretch of this many characters are combined. */
const STRETCH = 800

/** That a suspicious text is hidden or encoded is a further signal. */
const HIDDEN_WEIGHT = 0.45
const MIN_HIDDEN_SCORE = 0.25
/** No language expresses a request in fewer code units, and a text may consist of comments. */
const MIN_HIDDEN_LENGTH = 5

export interface TextPlace {
  /** It is the content of a tool, a document or a file, and not a message. */
  readonly isExternal?: boolean
  /** It is part of a text that contains another one. */
  readonly isContaining?: boolean
}

export function scoreInjection(
  written: string,
  { isExternal = false, isContaining = containsOtherText(written) }: TextPlace = {},
): InjectionScore {
  const text = foldText(written, 'escapes')
  const factor = addressFactor(isExternal, isContaining)
  const normalized = normalizeWords(text, !isExternal)
  const places = placeSignals([...markerSignals(text, isExternal), ...hiddenSignals(text)], text, normalized)
  let best = highestScore(readWords(normalized, factor, isExternal), places)
  for (const decoded of decodedTexts(written, text)) {
    const readings = readWords(
      normalizeWords(decoded.text, !isExternal),
      addressFactor(isExternal, containsOtherText(decoded.text)),
      isExternal,
    )
    const { score, families } = highestScore(readings)
    if (score < MIN_HIDDEN_SCORE) continue
    const raised = decoded.encoded ? combineWeights([score, HIDDEN_WEIGHT]) : score
    if (raised > best.score) best = { score: raised, families, encoded: decoded.encoded }
  }
  return best
}

/** The signals of words, as they are counted together. */
type Readings = readonly (readonly InjectionSignal[])[]

/**
 * Cues around a word are the same evidence as a phrase that begins there, and the stronger one counts. Phrases are
 * also counted by themselves: cues that another text adds must not take the place of several of them.
 */
function readWords(normalized: NormalizedText, factor: number, isExternal: boolean): Readings {
  const phrases = [...englishSignals(normalized), ...otherLanguageSignals(normalized.text)]
  const cues = [...directSignals(normalized, isExternal), ...addressSignals(normalized, factor)]
  return cues.length === 0 ? [strongest(phrases)] : [strongest([...phrases, ...cues]), strongest(phrases)]
}

/**
 * Signals in a hidden part also count for the whole text; being hidden is an additional one. A hidden part is
 * external.
 */
function* hiddenSignals(text: string): Iterable<InjectionSignal> {
  for (const { start, text: part } of hiddenParts(text)) {
    if (part.trim().length < MIN_HIDDEN_LENGTH) continue
    const { score } = highestScore(readWords(normalizeWords(part), addressFactor(true, false), true))
    if (score >= MIN_HIDDEN_SCORE) yield { start, signal: 'hidden', family: 'hidden', weight: HIDDEN_WEIGHT }
  }
}

/**
 * The signals of the original text with their positions in the normalized one, where they are as far from words as
 * they read: what is removed there, such as invisible characters, moves nothing apart.
 */
function placeSignals(
  signals: readonly InjectionSignal[],
  text: string,
  { text: { length }, indexes, starts }: NormalizedText,
): readonly InjectionSignal[] {
  let [read, folded, word] = [0, 0, 0]
  return [...signals]
    .sort((a, b) => a.start - b.start)
    .map(signal => {
      folded += foldLetters(text.slice(read, signal.start)).length
      read = signal.start
      while (word < indexes.length && (indexes[word] ?? 0) < folded) word += 1
      return { ...signal, start: starts[word] ?? length }
    })
}

/** `others`: signals of the original text. */
const highestScore = (readings: Readings, others: readonly InjectionSignal[] = []): InjectionScore =>
  readings
    .map(signals => highestStretch([...signals, ...others]))
    .reduce((best, each) => (each.score > best.score ? each : best))

/** The highest score of all stretches: each begins with a signal, so that it does not depend on what comes before. */
function highestStretch(unsorted: readonly InjectionSignal[]): InjectionScore {
  const signals = [...unsorted].sort((a, b) => a.start - b.start)
  const recurrences = nextAsStrong(signals)
  let best: InjectionScore = { score: 0, families: [], encoded: false }
  let end = 0
  let lastEnd = 0
  for (const [index, { start }] of signals.entries()) {
    while ((signals[end]?.start ?? Number.POSITIVE_INFINITY) < start + STRETCH) end += 1
    // One that ends with the same signal as the last is a part of it; where its first signal recurs, the next one has as much.
    if (end === lastEnd || (recurrences[index] ?? end) < end) continue
    lastEnd = end
    const strongestOf = new Map<string, InjectionSignal>()
    for (const signal of signals.slice(index, end))
      if ((strongestOf.get(signal.signal)?.weight ?? 0) < signal.weight)
        strongestOf.set(signal.signal, signal)
    const evidence = [...strongestOf.values()]
    const score = combineWeights(evidence.map(({ weight }) => weight))
    if (score <= best.score) continue
    best = { score, families: [...new Set(evidence.map(({ family }) => family))].sort(), encoded: false }
  }
  return best
}

/** Of each signal, the index of the next one of the same name that is as strong. */
function nextAsStrong(signals: readonly InjectionSignal[]): readonly (number | undefined)[] {
  const next: (number | undefined)[] = []
  const pending = new Map<string, number[]>()
  for (const [index, { signal, weight }] of signals.entries()) {
    const weaker = pending.get(signal) ?? []
    for (let last = weaker.at(-1); last !== undefined; last = weaker.at(-1)) {
      if ((signals[last]?.weight ?? 0) > weight) break
      next[last] = index
      weaker.pop()
    }
    weaker.push(index)
    pending.set(signal, weaker)
  }
  return next
}

/** The strongest of the signals of one family that start or end at the same word: they match the same phrase. */
function strongest(signals: readonly InjectionSignal[]): readonly InjectionSignal[] {
  const byStart = strongestBy(signals, ({ start }) => start)
  return strongestBy(byStart, ({ start, end }) => end ?? -start)
}

function strongestBy(
  signals: Iterable<InjectionSignal>,
  positionOf: (signal: InjectionSignal) => number,
): readonly InjectionSignal[] {
  const byFamily = new Map<SignalFamily, Map<number, InjectionSignal>>()
  for (const signal of signals) {
    const strongestAt = byFamily.get(signal.family) ?? new Map<number, InjectionSignal>()
    byFamily.set(signal.family, strongestAt)
    const position = positionOf(signal)
    if ((strongestAt.get(position)?.weight ?? 0) < signal.weight) strongestAt.set(position, signal)
  }
  return [...byFamily.values()].flatMap(strongestAt => [...strongestAt.values()])
}

const combineWeights = (weights: readonly number[]): number =>
  1 - weights.reduce((product, weight) => product * (1 - weight), 1)

// Parts of a text that a reader does not see but a model does: comments, elements without size, link titles that lead
// nowhere.

/** Longer ones are covered by the phrase search over the whole text. */
// biome-ignore format: a list
const HIDING_PATTERNS: readonly RegExp[] = [
  /<!--([^<>]{1,2000})-->/g,
  /\/\*([^*]{1,2000})\*\//g,
  /\[\/\/\]: # \(([^[)\n]{1,1000})\)/g,
  /<[a-z]{1,10}\s[^<>]{0,200}(?:display:\s?none|visibility:\s?hidden|font-size:\s?0|color:\s?white|opacity:\s?0|hidden)[^<>]{0,200}>([^<]{1,2000})</gi,
  /<meta\s[^<>]{0,100}content="([^"<>]{1,1000})"/gi,
  /\[hidden\]([^[]{1,1000})\[\/hidden\]/gi,
  /(?:^|\n)[ \t]{0,40}(?:#|\/\/|--) {0,4}((?:ai|llm|assistant|agent)[^\n]{1,400})/gi,
]

export interface HiddenPart {
  readonly start: number
  readonly text: string
}

export function* hiddenParts(text: string): Iterable<HiddenPart> {
  for (const pattern of HIDING_PATTERNS)
    for (const match of text.matchAll(pattern)) yield { start: match.index, text: match[1] ?? '' }
}

// Forged prompt markers inside a text: chat template tokens, role headings, ends of user input. Patterns of bounded
// length over the original text.

/** A placeholder in braces follows: that is template code, not a forgery. */
const NOT_TEMPLATE_CODE = '(?!\\s{0,4}(?:\\\\n)?\\s{0,4}[{$%<])'

// biome-ignore format: a table
const markerPatterns: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [0.6, new RegExp(`<\\|(?:im_start|start_header_id|start|role)\\|>\\s{0,4}(?:system|developer)(?:<\\|end_header_id\\|>)?${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.6, new RegExp(`<\\|(?:system|developer)\\|>${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.55, new RegExp(`<start_of_turn>\\s{0,4}(?:system|developer)${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.55, /<<SYS>>(?!\s{0,4}[{$%])/g],
  [0.35, /\[\/INST\][^[]{0,200}\[INST\]|\[INST\][^[{]{1,200}\[\/INST\]/g],
  [0.45, /<\/system>\s{0,20}<system>|<\/(?:user|user_input|document|context)>\s{0,20}<(?:system|instructions)>/gi],
  [0.25, /<system>(?!\s{0,4}[{$%])/gi],
  [0.5, /(?:^|\n)#{2,4} {0,2}system(?: (?:message|prompt|instructions?|override|note))? {0,2}(?:#{1,4}|:)(?!\s{0,4}[{$%])/gi],
  [0.45, /\n(?:user|human|assistant|answer|question|bot):[^\n]{0,200}\s{1,4}system: ?(?=\S)/gi],
  [0.45, /\n\s{0,4}human:[^\n]{1,300}\s{1,6}assistant: ?(?:sure|of course|ok|yes|certainly)/gi],
  [0.6, /["'}\]]{2,4}\s{0,4},?\s{0,4}\{\s{0,4}["']role["']\s{0,4}:\s{0,4}["'](?:system|developer)["']/gi],
  [0.6, /-{3,9} ?end of (?:user |the )?(?:input|message|prompt|document|query)\b/gi],
  [0.4, /-{3,9} ?begin (?:new )?(?:system|developer|admin)\b/gi],
  [0.55, /\[\s?(?:system|admin|developer)[ _-](?:override|message|note|command|instructions?|notice)\s?\]/gi],
  [0.55, /\[system\]\(#/gi],
  [0.5, /\bend of (?:file|document|page|text|e-?mail|results?|data|context)\b[^\p{L}\p{N}]{0,20}\n[ \t]{0,8}(?:user|human|system|assistant|developer): ?(?=\S)/giu],
  [0.25, /\bsystem (?:(?:notice|override|alert|update) ?(?:to|for|:)|message(?: ?:| (?:to|for) (?:the |all |any )?(?:ai|llm|assistant|agent|model|you)s?\b))/gi],
  [0.25, /\n\s{0,4}\[?(?:system|admin)\]?: {0,2}(?=[^\s"'`{[(|>])/gi],
]

/** In a tool result or a document, where no turn begins. */
// biome-ignore format: a table
const externalMarkers: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [0.6, /<\/(?:(?:antml:)?(?:tool|function)_?(?:results?|response|output|call)s?|results?|observation|tool)>\s{0,20}(?:<[^<>]{1,40}>\s{0,4})?(?:(?:human|user|system|assistant|developer)\b ?[:>]|\n\s{0,4}\S{2,20} \S{2,20} \S)/gi],
  [0.55, /<\|(?:user|human|assistant|im_end|end_of_turn|eot_id)\|>\s{0,8}(?:<\|[a-z_]{2,20}\|>\s{0,4})?(?!(?:(?:user|human|assistant)\b)?\s{0,4}(?:[{$%<"'`)\]]|\\n|$))(?=\S)/gi],
  [0.5, /(?:^|\n)[ \t]{0,4}#{2,4} {0,2}(?:new |updated |real )?(?:instructions?|task|human|user)(?: \([a-z ]{2,20}\))?:(?!\s{0,4}[{$%<])/gi],
  [0.5, /(?:^|\n)[ \t]{0,4}(?:SYSTEM|DEVELOPER|ADMIN)(?: [A-Z]{3,12})?: {0,2}(?=[A-Z]?[a-z]{1,12}[ ,])/g],
  [0.5, /(?:^|\n)[ \t>*_-]{0,6}(?:new|updated|revised|additional|real|actual) (?:system )?(?:instructions?|task|objective|orders?):/gi],
  [0.5, /(?:^|\n)[ \t]{0,4}(?:Human|User): ?(?=[A-Z][a-z]{1,12} [^\n]{6,400}\n{1,3}[ \t]{0,4}(?:Assistant|AI): )/g],
  [0.5, /\b(?:STOP (?:PROCESSING|READING)|END OF (?:DOCUMENT|PAGE|DATA|TOOL (?:RESULT|OUTPUT)))\b[^\n]{0,20}\n?[^\n]{0,80}\b(?:instead|now|new|your|you|must|please)\b/gi],
]

export function* markerSignals(text: string, isExternal = false): Iterable<InjectionSignal> {
  for (const [weight, pattern] of isExternal ? [...markerPatterns, ...externalMarkers] : markerPatterns)
    for (const { index } of text.matchAll(pattern))
      yield { start: index, signal: pattern.source, family: 'marker', weight }
}

/** Code units of a window, and how many of them the next one reads again. */
const WINDOW = 24 * 1024
const OVERLAP = 10 * 1024

/** Padding between words moves nothing apart, so most of it is left out; tags are letters that are not seen. */
const PADDING = /[^\p{L}\p{N}\u{e0020}-\u{e007e}]{400,}/gu
const KEPT = 100
const STEP = 256 * 1024

/**
 * Scores a text of any length, window by window, so that no step of it holds up other requests. Windows
 * overlap by more than the longest encoded part, and than a stretch in which signals are combined.
 * `isExternal` is true for the content of a tool, a document or a file.
 */
export function* scoreInTurns(text: string, isExternal: boolean): Turns<InjectionScore> {
  if (text.length <= WINDOW) return scoreInjection(text, { isExternal })
  const read = yield* withoutPadding(text)
  let isContaining = false
  for (let from = 0; from < read.length && !isContaining; from += STEP) {
    isContaining = containsOtherText(read.slice(Math.max(0, from - OVERLAP), from + STEP))
    yield
  }
  let best: InjectionScore = { score: 0, families: [], encoded: false }
  for (let from = 0; from === 0 || from + OVERLAP < read.length; from += WINDOW - OVERLAP) {
    if (from > 0) yield
    const window = read.slice(from, from + WINDOW)
    const score = scoreInjection(window, { isExternal, isContaining })
    if (score.score > best.score) best = score
  }
  return best
}

function* withoutPadding(text: string): Turns<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += STEP) {
    pieces.push(
      text
        .slice(from, from + STEP)
        .replace(PADDING, padding => padding.slice(0, KEPT) + padding.slice(-KEPT)),
    )
    yield
  }
  return pieces.join('')
}
