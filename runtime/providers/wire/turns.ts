// What dialects share that want user and assistant by turns: neighbours of one role become one turn, and the results of
// tools stand at the head of the turn that follows their calls.
import type { JsonObject } from '../../../compiler/source.ts'

export interface TurnOf<Content> {
  readonly role: 'user' | 'assistant'
  readonly content: Content
}

/** The turns that have content, in groups of neighbours with one role. No group is empty. */
export function groupTurns<Content extends { readonly length: number }>(
  turns: readonly TurnOf<Content>[],
): readonly (readonly [TurnOf<Content>, ...TurnOf<Content>[]])[] {
  const groups: [TurnOf<Content>, ...TurnOf<Content>[]][] = []
  for (const turn of turns) {
    if (turn.content.length === 0) continue
    const last = groups.at(-1)
    if (last?.[0].role === turn.role) last.push(turn)
    else groups.push([turn])
  }
  return groups
}

/** Dialects refuse a user turn that says anything before the results that it owes. */
export const resultsFirst = (
  blocks: readonly JsonObject[],
  isResult: (block: JsonObject) => boolean,
): readonly JsonObject[] => [...blocks.filter(isResult), ...blocks.filter(block => !isResult(block))]
