// Content parts of an item → content parts of a chat message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { quoted } from '../../failures.ts'
import { convertParts } from '../../providers/wire/content.ts'
import { asText, isObject, present } from '../../providers/wire/json.ts'
import type { Report } from '../../providers/wire/report.ts'

/** `path` is the location of the content in the request. */
export const convertContent = (
  content: Json | undefined,
  at: string,
  report: Report,
): readonly JsonObject[] =>
  convertParts(content, at, report, (part, place) => convertPart(part, place, report))

function convertPart(part: JsonObject, at: string, report: Report): readonly JsonObject[] {
  const { type } = part
  const converted = convertTyped(type, part)
  if (converted !== undefined) return [converted]
  report(`${at} is of type ${quoted(asText(type) ?? '')}, or lacks a field that a chat requires.`, at)
  return []
}

function convertTyped(type: Json | undefined, part: JsonObject): JsonObject | undefined {
  const { text, refusal, image_url: url, detail, input_audio: sound } = part
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
      return isObject(sound) ? { type, input_audio: sound } : undefined
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
