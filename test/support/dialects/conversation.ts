// A message history independent of the dialect, and the invariants that providers enforce: every tool call is
// answered immediately and exactly once, and model output comes back unchanged.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Demands } from './demands.ts'
import { LEAD, ROUNDS } from './model.ts'

export interface PastCall {
  /** Absent where the dialect identifies a call by name and order. */
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
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string }
  | { readonly kind: 'calls'; readonly text: string; readonly calls: readonly PastCall[] }
  | { readonly kind: 'results'; readonly results: readonly PastResult[] }

export const lastSaid = (beats: readonly Beat[]): string =>
  beats.findLast(beat => beat.kind === 'user')?.text ?? ''

/** The tool results so far, in the order of the calls. */
export function resultsOf(beats: readonly Beat[], { demand }: Demands): readonly string[] {
  const identifiers = beats.flatMap(beat => (beat.kind === 'calls' ? beat.calls.map(({ id }) => id) : []))
  const known = identifiers.filter(id => id !== undefined)
  demand(new Set(known).size === known.length, 'Two calls have the same id.')
  let round = 0
  return beats.flatMap((beat, index) => {
    const before = beats[index - 1]
    if (beat.kind === 'results') demand(before?.kind === 'calls', `Results at ${index} do not follow a call.`)
    if (beat.kind !== 'calls') return []
    demand(before !== undefined && before.kind !== 'assistant', `Calls at ${index} follow an answer.`)
    const after = beats[index + 1]
    demand(beat.text === LEAD, `The text with tool calls is "${beat.text}", not "${LEAD}".`)
    const called = beat.calls.map(({ name, args }) => ({ name, args }))
    const expected = JSON.stringify(ROUNDS.find(([first]) => first?.name === called[0]?.name))
    demand(JSON.stringify(called) === expected, `Round ${round} called ${JSON.stringify(called)}.`)
    round += 1
    if (after?.kind !== 'results') {
      demand(false, `Calls at ${index} have no immediate results.`)
      return []
    }
    demand(after.results.length === beat.calls.length, `Calls at ${index} do not have one result each.`)
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
