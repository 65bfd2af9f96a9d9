// Signals of languages other than English: keywords near each other, and keywords near an AI that is addressed or near its instructions.
import { type CuePatterns, cuePatterns, type KeywordPatterns, keywordPatterns } from './other-languages.ts'
import type { InjectionSignal } from './signal.ts'

export function* otherLanguageSignals(text: string): Iterable<InjectionSignal> {
  for (const patterns of keywordPatterns) {
    const { drop, prior, rules, show, prompt, free, reach } = patterns
    for (const { index } of text.matchAll(drop)) {
      const surroundings = surroundingText(text, index, reach)
      if (!surroundings.match(rules)) continue
      yield {
        start: index,
        signal: `drop ${rules.source}`,
        family: 'override',
        weight: surroundings.match(prior) ? 0.75 : 0.35,
      }
    }
    for (const { index } of text.matchAll(prompt)) {
      if (surroundingText(text, index, reach).match(show))
        yield { start: index, signal: `prompt ${rules.source}`, family: 'leak', weight: 0.55 }
    }
    for (const { index } of text.matchAll(free))
      yield {
        start: index,
        signal: `free ${rules.source}`,
        family: 'persona',
        weight: personaWeight(text, index, patterns),
      }
  }
}

/** Names for an AI are similar in many languages. */
const AI_NAME = / (?:ai|ia|ki|ии|ші|yapay zeka|chatgpt|gpt|bot|modell?|你是|あなたは|당신은)|ai /

const personaWeight = (text: string, at: number, { reach }: KeywordPatterns): number =>
  AI_NAME.test(surroundingText(text, at, reach)) ? 0.5 : 0.25

const surroundingText = (text: string, at: number, reach: number): string =>
  text.slice(Math.max(0, at - reach), at + reach)

type Cues = readonly (readonly [weight: number, keywords: RegExp, reach?: number])[]

/** The name of an AI by itself proves nothing. */
const MACHINE_WEIGHT = 0.1
const GIVEN_WEIGHT = 0.3

/** An address is next to the name: within this share of the reach, and a word at least. */
const CALL_SHARE = 0.12
const MIN_CALL_REACH = 11

const addressCues = ({ call, act, hide, task, reach }: CuePatterns): Cues => [
  [0.35, call, Math.max(MIN_CALL_REACH, CALL_SHARE * reach)],
  [0.25, act],
  [0.3, hide],
  [0.25, task],
]

const extractionCues = ({ place, exact }: CuePatterns): Cues => [
  [0.2, place],
  [0.2, exact],
]

/** `factor` is what cues of an address weigh, by the origin of the text. */
export function* keywordCueSignals(text: string, factor: number): Iterable<InjectionSignal> {
  for (const keywords of cuePatterns) {
    for (const [start, weight] of weightsNear(text, keywords.machine, addressCues(keywords), keywords.reach))
      yield {
        start,
        signal: `address ${keywords.machine.source}`,
        family: 'indirect',
        weight: factor * (1 - (1 - MACHINE_WEIGHT) * (1 - weight)),
      }
    for (const [start, weight] of weightsNear(text, keywords.given, extractionCues(keywords), keywords.reach))
      yield {
        start,
        signal: `given ${keywords.given.source}`,
        family: 'leak',
        weight: 1 - (1 - GIVEN_WEIGHT) * (1 - weight),
      }
  }
}

/** What is nearer to the previous anchor than this share of the reach is around it, too. */
const MIN_SHARE = 0.2

/** The combined weight of the keywords around each anchor that has at least two of them. */
function* weightsNear(
  text: string,
  anchor: RegExp,
  cues: Cues,
  reach: number,
): Iterable<readonly [start: number, weight: number]> {
  let previous = Number.NEGATIVE_INFINITY
  for (const { index } of text.matchAll(anchor)) {
    if (index < previous + MIN_SHARE * reach) continue
    previous = index
    const around = (before: number, after: number): string =>
      text.slice(Math.max(0, index - before), index + after)
    const near = around(reach / 2, reach)
    const found = cues.filter(([, keywords, ownReach]) =>
      (ownReach === undefined ? near : around(ownReach, ownReach)).match(keywords),
    )
    if (found.length >= 2) yield [index, 1 - found.reduce((product, [weight]) => product * (1 - weight), 1)]
  }
}
