// The chunks of a chat → start, delta and end events of its parts, strictly one part after the other: Responses and
// Messages have one item or block open at a time. Deltas of a later part are buffered until the open one has ended.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject } from '../../providers/wire/json.ts'
import { type Ending, endingOf, endingWords } from './ending.ts'
import { beginGathering, endGathering, gatherDelta } from './gather-parts.ts'
import type { Part } from './part.ts'
import { watchObject } from './whole-object.ts'

export type Happening = { readonly part: Part; readonly at: number } & (
  | { readonly what: 'start' }
  | { readonly what: 'end' }
  | { readonly what: 'delta'; readonly text: string; readonly logprobs: readonly Json[] }
)

export interface Answer {
  readonly parts: readonly Part[]
  /** The model reported by the provider, once known. */
  model: string | undefined
  /** The service tier, with the vendor's names. */
  tier: string | undefined
  /** Running totals: the last value wins. */
  usage: Json | undefined
  readonly ending: () => Ending
}

export interface AnswerReader {
  readonly answer: Answer
  readonly take: (chunk: JsonObject) => readonly Happening[]
  /** The output is complete. */
  readonly finish: () => readonly Happening[]
}

export function readAnswer(identifier: string): AnswerReader {
  const gathering = beginGathering(identifier)
  let end: JsonObject = {}
  const answer: Answer = {
    parts: gathering.parts,
    model: undefined,
    tier: undefined,
    usage: undefined,
    ending: () => endingOf(end, gathering.calls.length > 0),
  }
  const tell = inTurn(gathering.parts)
  return {
    answer,
    take: chunk => {
      answer.model ??= asText(chunk['model']) || undefined
      answer.tier = asText(chunk['service_tier']) ?? answer.tier
      if (isObject(chunk['usage'])) answer.usage = chunk['usage']
      const choice = firstChoice(chunk)
      end = { ...end, ...endingWords(choice) }
      const logprobs = asList(asObject(choice['logprobs'])['content'])
      gatherDelta(asObject(choice['delta']), logprobs, gathering)
      return tell(false)
    },
    finish: () => {
      endGathering(gathering)
      return tell(true)
    },
  }
}

/** Only the first choice: `n` is always 1. */
const firstChoice = (chunk: JsonObject): JsonObject =>
  asObject(asList(chunk['choices']).find(choice => isObject(choice) && (choice['index'] ?? 0) === 0))

/** Emits what is new in the parts, in order; `isComplete` when no more deltas follow. */
function inTurn(parts: readonly Part[]): (whole: boolean) => readonly Happening[] {
  let at = 0
  let begun = false
  let toldLogprobs = 0
  let sees = watchObject()
  return whole => {
    const happenings: Happening[] = []
    for (let part = parts[at]; part !== undefined; part = parts[at]) {
      const isLast = at === parts.length - 1
      if (isLast && !whole && !isReady(part)) break
      if (!begun) happenings.push({ what: 'start', part, at })
      begun = true
      const text = part.untold
      if (part.kind !== 'opaque') part.untold = ''
      const logprobs = part.kind === 'text' ? part.logprobs.slice(toldLogprobs) : []
      if (text !== '') happenings.push({ what: 'delta', part, at, text, logprobs })
      toldLogprobs += logprobs.length
      // Once a later part has started, only a call can still receive deltas, until its arguments are a complete object.
      const isWhole = part.kind !== 'call' || sees(text)
      if (!whole && (isLast || !isWhole)) break
      happenings.push({ what: 'end', part, at })
      at += 1
      begun = false
      toldLogprobs = 0
      sees = watchObject()
    }
    return happenings
  }
}

/** Opaque parts are emitted when complete, calls once their name is known. */
const isReady = (part: Part): boolean => part.kind !== 'opaque' && (part.kind !== 'call' || part.name !== '')
