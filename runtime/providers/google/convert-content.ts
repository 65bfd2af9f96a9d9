// Parts of an OpenAI message → parts of the dialect: text, and bytes or URLs of images, files, audio and video.
// Empty texts are left out, because the dialect rejects them.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { addressOf, convertParts, readDataUrl, textOfPart } from '../wire/content.ts'
import { asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { mediaTypeOf } from './media-type.ts'

/** The parts of any content. `path` is its path in the request, for error messages. */
export const convertContent = (
  content: Json | undefined,
  at: string,
  report: Report,
): readonly JsonObject[] =>
  convertParts(content, at, report, (part, place) => {
    const converted = convertPart(part)
    if (converted === undefined) report(`${place} is not a content part that this provider supports.`, place)
    return converted ?? []
  })

/** Undefined when the dialect has no equivalent of the part. */
function convertPart(part: JsonObject): readonly JsonObject[] | undefined {
  const type = part['type']
  if (type === 'text' || type === 'refusal') {
    const text = textOfPart(part)
    return text === undefined ? undefined : text === '' ? [] : [{ text }]
  }
  const converted =
    type === 'image_url' || type === 'video_url'
      ? fromAddress(addressOf(part[type]))
      : type === 'file'
        ? fromFile(asObject(part['file']))
        : type === 'input_audio'
          ? fromSound(asObject(part['input_audio']))
          : ofTheDialect(part)
  return converted && [converted]
}

/** Native parts sent by a client have no type. */
const ofTheDialect = (part: JsonObject): JsonObject | undefined =>
  part['type'] === undefined && (isObject(part['inlineData']) || isObject(part['fileData']))
    ? part
    : undefined

/** Bytes of a data URL, or a URL that the provider fetches. */
function fromAddress(address: string | undefined): JsonObject | undefined {
  if (address === undefined) return undefined
  const inline = readDataUrl(address)
  if (inline !== undefined) return { inlineData: { mimeType: inline.mediaType, data: inline.bytes } }
  if (!/^(https?|gs):\/\//i.test(address)) return undefined
  return { fileData: present({ fileUri: address, mimeType: mediaTypeOf(address) }) }
}

/** Bytes of a file, or a file uploaded before: by its URL or its name at the provider. */
function fromFile({ file_data: contents, file_id: identifier, format }: JsonObject): JsonObject | undefined {
  if (typeof contents === 'string') return fromAddress(contents)
  if (typeof identifier !== 'string') return undefined
  if (!/^((https?|gs):\/\/|files\/)/i.test(identifier)) return undefined
  const mimeType = asText(format) ?? mediaTypeOf(identifier)
  return { fileData: present({ fileUri: identifier, mimeType }) }
}

function fromSound({ data: bytes, format }: JsonObject): JsonObject | undefined {
  if (typeof bytes !== 'string' || typeof format !== 'string') return undefined
  return { inlineData: { mimeType: `audio/${format.toLowerCase()}`, data: bytes } }
}
