// What "the last message" is in a list of messages: all that came since the other side spoke last. Nothing that a
// client puts behind its question hides the question: the beginning of an answer, an instruction, an empty note.
import type { Json } from '../../../compiler/source.ts'
import { asObject } from '../../providers/wire/json.ts'

/** `asked`: a message of the user; `result`: what a tool said; `other`: all else. */
export type Kind = 'asked' | 'result' | 'other'

/**
 * The index at which the last turn begins: that of the last message of the user, or of the first of the results of
 * tools that stand together where those came later. Where there is neither it is the last message alone.
 */
export const lastTurn =
  (kindOf: (item: Json | undefined) => Kind) =>
  (items: readonly Json[]): number => {
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const kind = kindOf(items[at])
      if (kind === 'asked') return at
      if (kind === 'other') continue
      let first = at
      while (first > 0 && kindOf(items[first - 1]) === 'result') first -= 1
      return first
    }
    return Math.max(0, items.length - 1)
  }

/** The kind of a message of a chat. */
export function chatKind(message: Json | undefined): Kind {
  const { role } = asObject(message)
  if (role === 'user') return 'asked'
  return role === 'tool' || role === 'function' ? 'result' : 'other'
}

/** The kind of an item of a response's input. */
export function itemKind(item: Json | undefined): Kind {
  const { role, type } = asObject(item)
  if (role === 'user' || typeof item === 'string') return 'asked'
  return typeof type === 'string' && type.endsWith('_output') ? 'result' : 'other'
}
