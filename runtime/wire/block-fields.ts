// The fields of non-strict replies that come from native blocks: the blocks themselves, and what many clients read
// instead of them, the thinking as `reasoning_content` and images as `images`, in the shape of image parts.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asObject, asText } from '../../schemas/values/json.ts'

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
