// A history as every dialect means it, and the laws that providers hold it to: calls are answered at once, each of them
// and no other, and what the model said comes back as it said it.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Demands } from './demands.ts'
import { LEAD, ROUNDS } from './model.ts'

export interface PastCall {
  /** Absent where the dialect knows a call by its name and order. */
  readonly id?: string
  readonly name: string
  readonly args: JsonObject
}

export interface PastResult {
  readonly id?: string
  readonly name?: string
  readonly text: string
}

export type Beat =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'called'; readonly text: string; readonly calls: readonly PastCall[] }
  | { readonly kind: 'gave'; readonly results: readonly PastResult[] }

export const lastSaid = (beats: readonly Beat[]): string =>
  beats.findLast(beat => beat.kind === 'said')?.text ?? ''

/** What tools gave so far, in the order of the calls. */
export function resultsOf(beats: readonly Beat[], { demand }: Demands): readonly string[] {
  const identifiers = beats.flatMap(beat => (beat.kind === 'called' ? beat.calls.map(({ id }) => id) : []))
  const known = identifiers.filter(id => id !== undefined)
  demand(new Set(known).size === known.length, 'Two calls have one identifier.')
  let round = 0
  return beats.flatMap((beat, index) => {
    const before = beats[index - 1]
    if (beat.kind === 'gave') demand(before?.kind === 'called', `Results at ${index} follow no call.`)
    if (beat.kind !== 'called') return []
    demand(before !== undefined && before.kind !== 'answered', `Calls at ${index} follow an answer.`)
    const after = beats[index + 1]
    demand(beat.text === LEAD, `The text beside calls is "${beat.text}", not "${LEAD}".`)
    const called = beat.calls.map(({ name, args }) => ({ name, args }))
    const expected = JSON.stringify(ROUNDS.find(([first]) => first?.name === called[0]?.name))
    demand(JSON.stringify(called) === expected, `Round ${round} called ${JSON.stringify(called)}.`)
    round += 1
    if (after?.kind !== 'gave') {
      demand(false, `Calls at ${index} have no results at once.`)
      return []
    }
    demand(after.results.length === beat.calls.length, `Calls at ${index} have not one result each.`)
    return beat.calls.map((call, place) => {
      const result = after.results.find((each, at) =>
        call.id === undefined ? at === place : each.id === call.id,
      )
      demand(result !== undefined, `${call.id ?? call.name} has no result.`)
      if (call.id === undefined)
        demand(result?.name === call.name, `Result ${place} is not named ${call.name}.`)
      return result?.text ?? ''
    })
  })
}
