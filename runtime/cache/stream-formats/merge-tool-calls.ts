// Merges the tool call deltas of a message. A delta belongs to the last call with its index; another id at the same index
// starts another call, because some providers reuse indexes.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createDeltaMerger, type DeltaMerger } from './delta-merge.ts'

export interface ToolCallMerger {
  /** Returns the added characters, as `DeltaMerger` does. */
  readonly add: (delta: JsonObject, size: number) => number
  readonly count: () => number
  readonly list: () => readonly JsonObject[]
}

interface CallDraft {
  readonly index: number
  readonly call: DeltaMerger
}

/** Size of an empty call, in characters. */
const EMPTY_CALL_SIZE = 100
const STREAMED_OBJECTS: ReadonlySet<string> = new Set(['function', 'custom'])

export function createToolCallMerger(): ToolCallMerger {
  const drafts: CallDraft[] = []
  const last = new Map<number, CallDraft>()
  return {
    add: ({ index, ...delta }, size) => {
      const callIndex = typeof index === 'number' ? index : drafts.length
      const previous = last.get(callIndex)
      const previousId = previous?.call.field('id')
      const isOtherCall =
        typeof previousId === 'string' && typeof delta['id'] === 'string' && previousId !== delta['id']
      const draft =
        previous === undefined || isOtherCall
          ? { index: callIndex, call: createDeltaMerger(STREAMED_OBJECTS) }
          : previous
      if (draft !== previous) drafts.push(draft)
      last.set(callIndex, draft)
      return draft.call.add(delta, size) + (draft === previous ? 0 : EMPTY_CALL_SIZE)
    },
    count: () => drafts.length,
    list: () => drafts.toSorted((a, b) => a.index - b.index).map(({ call }) => withType(call.object())),
  }
}

const withType = (call: JsonObject): JsonObject => ({ type: 'function', ...call })
