// Turns of the dialect: user and assistant by turns, with all results of tools at the head of the turn that follows
// the calls. Neighbours of one role become one turn.
import type { JsonObject } from '../../../compiler/source.ts'

export interface Turn {
  readonly role: 'user' | 'assistant'
  /** A turn that was written as a plain string stays one, unless it is merged. */
  readonly content: string | readonly JsonObject[]
}

/** Turns without content are left out. */
export function mergeTurns(turns: readonly Turn[]): readonly JsonObject[] {
  const groups: Turn[][] = []
  for (const turn of turns) {
    if (turn.content.length === 0) continue
    const last = groups.at(-1)
    if (last?.[0]?.role === turn.role) last.push(turn)
    else groups.push([turn])
  }
  return groups.flatMap(group => (group[0] === undefined ? [] : [mergedTurn(group[0], group)]))
}

function mergedTurn(first: Turn, group: readonly Turn[]): JsonObject {
  if (group.length === 1 && typeof first.content === 'string')
    return { role: first.role, content: first.content }
  const blocks = group.flatMap(blocksOf)
  return { role: first.role, content: first.role === 'user' ? resultsFirst(blocks) : blocks }
}

const blocksOf = ({ content }: Turn): readonly JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'

/** The dialect refuses a user turn that says anything before the results that it owes. */
const resultsFirst = (blocks: readonly JsonObject[]): readonly JsonObject[] => [
  ...blocks.filter(isResult),
  ...blocks.filter(block => !isResult(block)),
]
