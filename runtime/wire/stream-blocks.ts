// `content_blocks` of non-strict streams, for dialects that do not number their blocks in one sequence: each block
// has a key of the dialect, and gets its index with its first delta.
import type { JsonObject } from '../../schemas/values/json.ts'

/** The index of each block by its key. */
export type BlockIndexes = Map<string, number>

/**
 * The `content_blocks` entry of a delta: `block` is the block that starts with it, `delta` what it adds to an open
 * one.
 */
export function blockEntry(
  key: string,
  block: JsonObject,
  delta: JsonObject,
  indexes: BlockIndexes,
): JsonObject {
  const known = indexes.get(key)
  if (known !== undefined) return { index: known, delta }
  const index = indexes.size
  indexes.set(key, index)
  return { index, content_block: block }
}

export const textEntry = (key: string, text: string, indexes: BlockIndexes): JsonObject =>
  blockEntry(key, { type: 'text', text }, { type: 'text_delta', text }, indexes)

export const thinkingEntry = (key: string, thinking: string, indexes: BlockIndexes): JsonObject =>
  blockEntry(key, { type: 'thinking', thinking }, { type: 'thinking_delta', thinking }, indexes)
