// Alternating user and assistant turns, with all tool results first in the turn that follows the calls. Adjacent
// messages of one role are merged into one turn.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { beginningWithUser, groupTurns, NO_TEXT, type TurnOf, toolResultsFirst } from '../../wire/turns.ts'

/** A turn that was a plain string stays one, unless it is merged. */
export type Turn = TurnOf<string | readonly JsonObject[]>

/** Empty turns are left out; the first is the user's. */
export const mergeTurns = (turns: readonly Turn[]): readonly JsonObject[] =>
  beginningWithUser(groupTurns(turns), NO_TEXT).map(mergedTurn)

function mergedTurn(group: readonly [Turn, ...Turn[]]): JsonObject {
  const [{ role, content }] = group
  if (group.length === 1 && typeof content === 'string') return { role, content }
  const blocks = group.flatMap(blocksOf)
  return { role, content: role === 'user' ? toolResultsFirst(blocks, isResult) : blocks }
}

const blocksOf = ({ content }: Turn): readonly JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'
