// What scope `last` selects from a list of messages: everything since the other side's last message. Nothing that a
// client appends after its prompt (a prefilled answer, an instruction, an empty message) hides the prompt.
import type { Json } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'

/** `user`: a user message; `result`: a tool result; `other`: everything else. */
export type TurnKind = 'user' | 'result' | 'other'

/**
 * The index at which the last turn starts: the last user message, or the first of a trailing run of tool results when
 * that comes later. Without either it is the last message alone.
 */
export const lastTurnStart =
  (kindOf: (item: Json | undefined) => TurnKind) =>
  (items: readonly Json[]): number => {
    for (let index = items.length - 1; index >= 0; index -= 1) {
      const kind = kindOf(items[index])
      if (kind === 'user') return index
      if (kind === 'other') continue
      let first = index
      while (first > 0 && kindOf(items[first - 1]) === 'result') first -= 1
      return first
    }
    return Math.max(0, items.length - 1)
  }

/** The kind of a chat message. */
export function chatTurnKind(message: Json | undefined): TurnKind {
  const { role } = asObject(message)
  if (role === 'user') return 'user'
  return role === 'tool' || role === 'function' ? 'result' : 'other'
}

/** The kind of an input item of the Responses API. */
export function itemTurnKind(item: Json | undefined): TurnKind {
  const { role, type } = asObject(item)
  if (role === 'user' || typeof item === 'string') return 'user'
  return typeof type === 'string' && type.endsWith('_output') ? 'result' : 'other'
}
