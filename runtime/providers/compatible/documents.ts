// Files for a provider that takes documents by URL: a web URL, or the bytes as a data URL.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isList, isObject, present } from '../../../schemas/values/json.ts'

/** The message with its files as `document_url`; files known by their id only are left as they are. */
export function withDocumentUrls(message: JsonObject): JsonObject {
  const { content } = message
  return isList(content) ? { ...message, content: content.map(documentOf) } : message
}

function documentOf(part: Json): Json {
  if (!isObject(part) || part['type'] !== 'file') return part
  const { file_data: contents, filename } = asObject(part['file'])
  if (typeof contents !== 'string') return part
  if (contents.startsWith('data:image/')) return { type: 'image_url', image_url: { url: contents } }
  return present({ type: 'document_url', document_url: contents, document_name: asText(filename) })
}
