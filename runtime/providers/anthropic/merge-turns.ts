// Turns of the dialect: user and assistant by turns, with all results of tools at the head of the turn that follows
// the calls. Neighbours of one role become one turn.
import type { JsonObject } from '../../../compiler/source.ts'
import { groupTurns, resultsFirst, type TurnOf } from '../wire/turns.ts'

/** A turn that was written as a plain string stays one, unless it is merged. */
export type Turn = TurnOf<string | readonly JsonObject[]>

/** Turns without content are left out. */
export const mergeTurns = (turns: readonly Turn[]): readonly JsonObject[] => groupTurns(turns).map(mergedTurn)

function mergedTurn(group: readonly [Turn, ...Turn[]]): JsonObject {
  const [{ role, content }] = group
  if (group.length === 1 && typeof content === 'string') return { role, content }
  const blocks = group.flatMap(blocksOf)
  return { role, content: role === 'user' ? resultsFirst(blocks, isResult) : blocks }
}

const blocksOf = ({ content }: Turn): readonly JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
