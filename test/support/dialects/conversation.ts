// A message history independent of the dialect, and the invariants that providers enforce: every tool call is
// answered immediately and exactly once, and model output comes back unchanged.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Demands } from './demands.ts'
import { LEAD, ROUNDS } from './scripted-model.ts'

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

export type HistoryTurn =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string }
  | { readonly kind: 'calls'; readonly text: string; readonly calls: readonly PastCall[] }
  | { readonly kind: 'results'; readonly results: readonly PastResult[] }

export const lastUserText = (turns: readonly HistoryTurn[]): string =>
  turns.findLast(turn => turn.kind === 'user')?.text ?? ''

/** The tool results so far, in the order of the calls. */
export function resultsOf(turns: readonly HistoryTurn[], { demand }: Demands): readonly string[] {
  const identifiers = turns.flatMap(turn => (turn.kind === 'calls' ? turn.calls.map(({ id }) => id) : []))
  const known = identifiers.filter(id => id !== undefined)
  demand(new Set(known).size === known.length, 'Two calls have the same id.')
  let round = 0
  return turns.flatMap((turn, index) => {
    const before = turns[index - 1]
    if (turn.kind === 'results') demand(before?.kind === 'calls', `Results at ${index} do not follow a call.`)
    if (turn.kind !== 'calls') return []
    demand(before !== undefined && before.kind !== 'assistant', `Calls at ${index} follow an answer.`)
    const after = turns[index + 1]
    demand(turn.text === LEAD, `The text with tool calls is "${turn.text}", not "${LEAD}".`)
    const called = turn.calls.map(({ name, args }) => ({ name, args }))
    const expected = JSON.stringify(ROUNDS.find(([first]) => first?.name === called[0]?.name))
    demand(JSON.stringify(called) === expected, `Round ${round} called ${JSON.stringify(called)}.`)
    round += 1
    if (after?.kind !== 'results') {
      demand(false, `Calls at ${index} have no immediate results.`)
      return []
    }
    demand(after.results.length === turn.calls.length, `Calls at ${index} do not have one result each.`)
    return turn.calls.map((call, position) => {
      const result = after.results.find((each, at) =>
        call.id === undefined ? at === position : each.id === call.id,
      )
      demand(result !== undefined, `${call.id ?? call.name} has no result.`)
      if (call.id === undefined)
        demand(result?.name === call.name, `Result ${position} is not named ${call.name}.`)
      return result?.text ?? ''
    })
  })
}
