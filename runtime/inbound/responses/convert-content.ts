// Content parts of an item → content parts of a chat message.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText, isObject, present } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import { convertParts } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** `path` is the location of the content in the request. */
export const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => convertPart(part, partPath, report))

function convertPart(part: JsonObject, path: string, report: ReportConversionError): readonly JsonObject[] {
  const { type } = part
  const converted = convertTyped(type, part)
  if (converted !== undefined) return [converted]
  report(`${path} is of type ${quoted(asText(type) ?? '')}, or lacks a field that a chat requires.`, path)
  return []
}

function convertTyped(type: Json | undefined, part: JsonObject): JsonObject | undefined {
  const { text, refusal, image_url: url, detail, input_audio: audio } = part
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return typeof text === 'string' ? { type: 'text', text } : undefined
    case 'refusal':
      return typeof refusal === 'string' ? { type, refusal } : undefined
    case 'input_image':
      return typeof url === 'string'
        ? {
            type: 'image_url',
            image_url: present({ url, detail: detail === 'auto' ? undefined : (detail ?? undefined) }),
          }
        : undefined
    case 'input_file':
      return convertFile(part)
    case 'input_audio':
      return isObject(audio) ? { type, input_audio: audio } : undefined
    default:
      return undefined
  }
}

/** A chat has no field for a file URL; adapters accept one in `file_data`. */
function convertFile({
  file_data: bytes,
  file_url: url,
  file_id: id,
  filename,
}: JsonObject): JsonObject | undefined {
  const file = present({
    file_id: id ?? undefined,
    file_data: bytes ?? url ?? undefined,
    filename: filename ?? undefined,
  })
  return file['file_id'] === undefined && file['file_data'] === undefined ? undefined : { type: 'file', file }
}
