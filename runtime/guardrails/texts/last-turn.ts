// What scope `last` selects from a list of messages: everything since the other side's last message. Nothing that a
// client appends after its prompt (a prefilled answer, an instruction, an empty message) hides the prompt.
import type { Json } from '../../../compiler/source.ts'
import { asObject } from '../../providers/wire/json.ts'

/** `user`: a user message; `result`: a tool result; `other`: everything else. */
export type Kind = 'user' | 'result' | 'other'

/**
 * The index at which the last turn starts: the last user message, or the first of a trailing run of tool results when
 * that comes later. Without either it is the last message alone.
 */
export const lastTurn =
  (kindOf: (item: Json | undefined) => Kind) =>
  (items: readonly Json[]): number => {
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const kind = kindOf(items[at])
      if (kind === 'user') return at
      if (kind === 'other') continue
      let first = at
      while (first > 0 && kindOf(items[first - 1]) === 'result') first -= 1
      return first
    }
    return Math.max(0, items.length - 1)
  }

/** The kind of a chat message. */
export function chatKind(message: Json | undefined): Kind {
  const { role } = asObject(message)
  if (role === 'user') return 'user'
  return role === 'tool' || role === 'function' ? 'result' : 'other'
}

/** The kind of an input item of the Responses API. */
export function itemKind(item: Json | undefined): Kind {
  const { role, type } = asObject(item)
  if (role === 'user' || typeof item === 'string') return 'user'
  return typeof type === 'string' && type.endsWith('_output') ? 'result' : 'other'
}
