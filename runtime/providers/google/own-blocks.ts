// Parts of the dialect as `content_blocks` of replies that are not strict, and back from the history. The blocks have
// the shapes that other providers' blocks have; what no shape fits is kept whole in `google_part`.
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, present } from '../wire/json.ts'

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

/** What a block of the history is in the dialect; thoughts do not go back, and blocks of calls are told with them. */
export function partsOf(block: JsonObject): readonly JsonObject[] {
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
