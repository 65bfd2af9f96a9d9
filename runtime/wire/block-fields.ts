// The fields of non-strict replies that come from native blocks: the blocks themselves, and the fields that many
// clients read instead of them, the thinking as `reasoning_content` and images as `images`, in the shape of image
// parts.
import { asObject, asText, type JsonObject } from '../../schemas/values/json.ts'

/** The fields of a whole message. */
export const blockFields = (blocks: readonly JsonObject[]): JsonObject => ({
  content_blocks: blocks,
  ...readableFields(blocks),
})

/** The fields of a delta, from blocks that start and deltas of open ones. */
export const blockDeltaFields = (entries: readonly JsonObject[]): JsonObject => ({
  content_blocks: entries,
  ...readableFields(entries.map(({ content_block: block, delta }) => asObject(block ?? delta))),
})

function readableFields(blocks: readonly JsonObject[]): JsonObject {
  const thinking = blocks.map(thinkingOf).join('')
  const images = blocks.flatMap(imagePart)
  return {
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(images.length === 0 ? {} : { images }),
  }
}

const thinkingOf = ({ type, thinking }: JsonObject): string =>
  type === 'thinking' || type === 'thinking_delta' ? (asText(thinking) ?? '') : ''

function imagePart({ type, source }: JsonObject): readonly JsonObject[] {
  const { media_type: mediaType, data: base64 } = asObject(source)
  if (type !== 'image' || typeof mediaType !== 'string' || typeof base64 !== 'string') return []
  return [{ type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } }]
}

/**
 * The index of each block by its key, for dialects that do not number their blocks in one sequence: a block gets its
 * index with its first delta.
 */
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
