// Parts of an OpenAI message → parts of the dialect: text and images, whose URLs and data URLs it takes unchanged.
// Documents are native parts.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import { convertParts, imageUrl, isWebUrl, readDataUrl, textOfPart } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** A plain string stays one. `types` are the part types that the dialect allows here. */
export function convertContent(
  content: Json | undefined,
  path: string,
  types: ReadonlySet<string>,
  report: ReportConversionError,
): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  return convertParts(content, path, report, (part, partPath) => {
    const converted = convertPart(part)
    if (converted !== undefined && types.has(asText(converted['type']) ?? '')) return [converted]
    report(`${partPath} is not a content part that this provider supports there.`, partPath)
    return []
  })
}

/** Undefined when the dialect has no such part. */
function convertPart(part: JsonObject): JsonObject | undefined {
  switch (part['type']) {
    case 'text':
    case 'refusal': {
      const text = textOfPart(part)
      return text === undefined ? undefined : { type: 'text', text }
    }
    case 'image_url':
      return convertImage(imageUrl(part['image_url']) ?? '', asObject(part['image_url'])['detail'])
    case 'file':
      return convertImage(asText(asObject(part['file'])['file_data']) ?? '')
    case 'document':
      return isObject(part['document']) ? part : undefined
    default:
      return undefined
  }
}

/** Image files are sent as images; the dialect supports no others. */
function convertImage(url: string, detail?: Json): JsonObject | undefined {
  const isImage = isWebUrl(url) || readDataUrl(url)?.mediaType.startsWith('image/') === true
  return isImage ? { type: 'image_url', image_url: present({ url, detail: asText(detail) }) } : undefined
}
