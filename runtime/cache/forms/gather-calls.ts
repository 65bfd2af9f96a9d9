// Merges the tool call deltas of a message. A delta belongs to the last call with its index; another id at the same index
// starts another call, because some providers reuse indexes.
import type { JsonObject } from '../../../compiler/source.ts'
import { createGrowing, type Growing } from './growing.ts'

export interface GatheredCalls {
  /** Returns the added characters, as `DeltaMerger` does. */
  readonly add: (piece: JsonObject, size: number) => number
  readonly list: () => readonly JsonObject[]
}

interface CallDraft {
  readonly index: number
  readonly call: Growing
}

/** Size of an empty call, in characters. */
const SOMETHING = 100
const IN_PIECES: ReadonlySet<string> = new Set(['function', 'custom'])

export function gatherCalls(): GatheredCalls {
  const drafts: CallDraft[] = []
  const last = new Map<number, CallDraft>()
  return {
    add: ({ index, ...piece }, size) => {
      const at = typeof index === 'number' ? index : drafts.length
      const known = last.get(at)
      const given = known?.call.field('id')
      const other = typeof given === 'string' && typeof piece['id'] === 'string' && given !== piece['id']
      const draft = known === undefined || other ? { index: at, call: createGrowing(IN_PIECES) } : known
      if (draft !== known) drafts.push(draft)
      last.set(at, draft)
      return draft.call.add(piece, size) + (draft === known ? 0 : SOMETHING)
    },
    list: () => drafts.toSorted((a, b) => a.index - b.index).map(({ call }) => written(call.object())),
  }
}

const written = (call: JsonObject): JsonObject => ({ type: 'function', ...call })
