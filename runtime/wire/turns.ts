// Shared by dialects with alternating user and assistant turns: adjacent messages of one role are merged into one
// turn, and tool results come first in the turn that follows their calls.
import type { JsonObject } from '../../schemas/values/json.ts'

export interface TurnOf<Content> {
  readonly role: 'user' | 'assistant'
  readonly content: Content
}

/** Non-empty turns, grouped by adjacent equal role. No group is empty. */
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

/** Why a chat is refused that dialects get no turn of. */
export const BLANK = 'messages must have content other than white space: this provider rejects blank text.'

/** The content of a user turn without any. */
export const NO_TEXT = '(no text)'

/** Dialects reject a history that begins with a reply, so a user turn is put before it. */
export const beginningWithUser = <Content>(
  groups: readonly (readonly [TurnOf<Content>, ...TurnOf<Content>[]])[],
  content: Content,
): readonly (readonly [TurnOf<Content>, ...TurnOf<Content>[]])[] =>
  groups[0]?.[0].role === 'assistant' ? [[{ role: 'user', content }], ...groups] : groups

/** Dialects reject a user turn with content before the expected tool results. */
export const toolResultsFirst = (
  blocks: readonly JsonObject[],
  isResult: (block: JsonObject) => boolean,
): readonly JsonObject[] => [...blocks.filter(isResult), ...blocks.filter(block => !isResult(block))]
