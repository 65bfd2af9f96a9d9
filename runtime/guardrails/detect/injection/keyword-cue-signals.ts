// Signals of languages other than English: an AI that is addressed, or what it was told, together with keywords near it.
import { type CueKeywords, cueKeywords } from './keyword-cues.ts'
import type { InjectionSignal } from './signal.ts'

type Cues = readonly (readonly [weight: number, keywords: RegExp, reach?: number])[]

/** By itself an AI that is named says nothing. */
const MACHINE_WEIGHT = 0.1
const TOLD_WEIGHT = 0.3

/** A call is next to the name of who is called: within this share of the reach, and a word at least. */
const CALL_SHARE = 0.12
const MIN_CALL_REACH = 11

const addressCues = ({ call, act, hide, task, reach }: CueKeywords): Cues => [
  [0.35, call, Math.max(MIN_CALL_REACH, CALL_SHARE * reach)],
  [0.25, act],
  [0.3, hide],
  [0.25, task],
]

const extractionCues = ({ place, exact }: CueKeywords): Cues => [
  [0.2, place],
  [0.2, exact],
]

/** `factor` is what cues of an address weigh, by the origin of the text. */
export function* keywordCueSignals(text: string, factor: number): Iterable<InjectionSignal> {
  for (const keywords of cueKeywords) {
    for (const [start, weight] of weightsNear(text, keywords.machine, addressCues(keywords), keywords.reach))
      yield {
        start,
        signal: `address ${keywords.machine.source}`,
        family: 'indirect',
        weight: factor * (1 - (1 - MACHINE_WEIGHT) * (1 - weight)),
      }
    for (const [start, weight] of weightsNear(text, keywords.told, extractionCues(keywords), keywords.reach))
      yield {
        start,
        signal: `told ${keywords.told.source}`,
        family: 'leak',
        weight: 1 - (1 - TOLD_WEIGHT) * (1 - weight),
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
