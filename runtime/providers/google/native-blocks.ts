// Native parts as `content_blocks` of non-strict replies, and back from the history. The blocks have the shapes of
// other providers' blocks; parts without an equivalent are wrapped in `google_part`.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present } from '../../../schemas/values/json.ts'

/** The block of a part that is neither text, thought nor call. */
export function blockOf(part: JsonObject): JsonObject {
  const { mimeType, data: bytes } = asObject(part['inlineData'])
  if (typeof bytes !== 'string' || !asText(mimeType)?.startsWith('image/'))
    return { type: 'google_part', part }
  return present({
    type: 'image',
    source: { type: 'base64', media_type: mimeType ?? null, data: bytes },
    thought_signature: part['thoughtSignature'],
  })
}

/** The native parts of a block of the history; thoughts do not go back, and calls are taken from `tool_calls`. */
export function toNativeParts(block: JsonObject): readonly JsonObject[] {
  const { type, text, source, part } = block
  if (type === 'text') return typeof text === 'string' && text !== '' ? [{ text }] : []
  if (type === 'google_part') return isObject(part) ? [part] : []
  const { media_type: mediaType, data: bytes } = asObject(source)
  if (type !== 'image' || typeof mediaType !== 'string' || typeof bytes !== 'string') return []
  return [
    present({
      inlineData: { mimeType: mediaType, data: bytes },
      thoughtSignature: asText(block['thought_signature']),
    }),
  ]
}
