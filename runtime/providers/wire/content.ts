// The content of a vendor message: a string, null, absent, or a list of parts.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asText, isList, isObject } from './json.ts'

/** The content as parts; a string is one text part, and null or absent is none. Parts that are no objects are left out. */
export function contentParts(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return isList(content) ? content.filter(isObject) : []
}

/** All text of the content, parts joined without a separator; refusals count as text. */
export const contentText = (content: Json | undefined): string =>
  contentParts(content)
    .map(part => asText(part['text']) ?? asText(part['refusal']) ?? '')
    .join('')
