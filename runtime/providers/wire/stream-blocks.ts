// `content_blocks` of streams that are not strict, for dialects whose pieces do not count their blocks in one order:
// each block has a key of the dialect's, and gets its index when its first piece comes.
import type { JsonObject } from '../../../compiler/source.ts'

/** The index of each block by its key. */
export type BlockIndexes = Map<string, number>

/** The entry of a piece: `whole` is the block that begins with it, `delta` what it adds to one that has begun. */
export function blockPiece(
  key: string,
  whole: JsonObject,
  delta: JsonObject,
  indexes: BlockIndexes,
): JsonObject {
  const at = indexes.get(key)
  if (at !== undefined) return { index: at, delta }
  const index = indexes.size
  indexes.set(key, index)
  return { index, content_block: whole }
}

export const textPiece = (key: string, text: string, indexes: BlockIndexes): JsonObject =>
  blockPiece(key, { type: 'text', text }, { type: 'text_delta', text }, indexes)

export const thinkingPiece = (key: string, thinking: string, indexes: BlockIndexes): JsonObject =>
  blockPiece(key, { type: 'thinking', thinking }, { type: 'thinking_delta', thinking }, indexes)
