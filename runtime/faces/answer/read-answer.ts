// The chunks of a chat → what happens to the parts of its answer, strictly one part behind the other: dialects of items
// and blocks have one open at a time. What comes early for a later part waits until its turn.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject } from '../../providers/wire/json.ts'
import { type Ending, endingOf, endingWords } from './ending.ts'
import { beginGathering, endGathering, gatherDelta } from './gather-parts.ts'
import type { Part } from './part.ts'
import { watchObject } from './whole-object.ts'

export type Happening = { readonly part: Part; readonly at: number } & (
  | { readonly what: 'begun' }
  | { readonly what: 'ended' }
  | { readonly what: 'added'; readonly text: string; readonly logprobs: readonly Json[] }
)

export interface Answer {
  readonly parts: readonly Part[]
  /** The provider's name of the model, once it told one. */
  model: string | undefined
  /** How the request was served, in the vendor's words. */
  tier: string | undefined
  /** Running totals: the last ones count. */
  usage: Json | undefined
  readonly ending: () => Ending
}

export interface AnswerReader {
  readonly answer: Answer
  readonly take: (chunk: JsonObject) => readonly Happening[]
  /** The answer is whole. */
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

/** Other choices than the first were not asked for. */
const firstChoice = (chunk: JsonObject): JsonObject =>
  asObject(asList(chunk['choices']).find(choice => isObject(choice) && (choice['index'] ?? 0) === 0))

/** What is new of the parts, told in turn; `whole` when nothing more comes. */
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
      if (!begun) happenings.push({ what: 'begun', part, at })
      begun = true
      const text = part.untold
      if (part.kind !== 'opaque') part.untold = ''
      const logprobs = part.kind === 'text' ? part.logprobs.slice(toldLogprobs) : []
      if (text !== '') happenings.push({ what: 'added', part, at, text, logprobs })
      toldLogprobs += logprobs.length
      // With another part behind it only a call may still grow: until its arguments are a whole object.
      const isWhole = part.kind !== 'call' || sees(text)
      if (!whole && (isLast || !isWhole)) break
      happenings.push({ what: 'ended', part, at })
      at += 1
      begun = false
      toldLogprobs = 0
      sees = watchObject()
    }
    return happenings
  }
}

/** Opaque parts are told whole, and calls with their names. */
const isReady = (part: Part): boolean => part.kind !== 'opaque' && (part.kind !== 'call' || part.name !== '')
