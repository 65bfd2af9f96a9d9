// Parts of an OpenAI message → parts of the dialect: text, and bytes or URLs of images, files, audio and video.
// Empty strings are left out, because the dialect rejects them.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import { convertParts, imageUrl, readDataUrl, textOfPart } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** Media types by file extension: the dialect requires one with most URLs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' },
  ...{ heic: 'image/heic', heif: 'image/heif', pdf: 'application/pdf', json: 'application/json' },
  ...{ txt: 'text/plain', md: 'text/markdown', html: 'text/html', csv: 'text/csv', xml: 'text/xml' },
  ...{ mp3: 'audio/mp3', wav: 'audio/wav', flac: 'audio/flac', ogg: 'audio/ogg', aac: 'audio/aac' },
  ...{ m4a: 'audio/mp4', mp4: 'video/mp4', mov: 'video/mov', webm: 'video/webm', mpeg: 'video/mpeg' },
}

/** The parts of any content. `path` is its path in the request, for error messages. */
export const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => {
    const converted = convertPart(part)
    if (converted === undefined)
      report(`${partPath} is not a content part that this provider supports.`, partPath)
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
      ? fromUrl(imageUrl(part[type]))
      : type === 'file'
        ? fromFile(asObject(part['file']))
        : type === 'input_audio'
          ? fromAudio(asObject(part['input_audio']))
          : nativePart(part)
  return converted && [converted]
}

/** Native parts sent by a client have no type. */
const nativePart = (part: JsonObject): JsonObject | undefined =>
  part['type'] === undefined && (isObject(part['inlineData']) || isObject(part['fileData']))
    ? part
    : undefined

/** Bytes of a data URL, or a URL that the provider fetches. */
function fromUrl(url: string | undefined): JsonObject | undefined {
  if (url === undefined) return undefined
  const inline = readDataUrl(url)
  if (inline !== undefined) return { inlineData: { mimeType: inline.mediaType, data: inline.bytes } }
  if (!/^(https?|gs):\/\//i.test(url)) return undefined
  return { fileData: present({ fileUri: url, mimeType: mediaTypeFromExtension(url) }) }
}

/** Bytes of a file, or a file uploaded before: by its URL or its name at the provider. */
function fromFile({ file_data: contents, file_id: identifier, format }: JsonObject): JsonObject | undefined {
  if (typeof contents === 'string') return fromUrl(contents)
  if (typeof identifier !== 'string') return undefined
  if (!/^((https?|gs):\/\/|files\/)/i.test(identifier)) return undefined
  const mimeType = asText(format) ?? mediaTypeFromExtension(identifier)
  return { fileData: present({ fileUri: identifier, mimeType }) }
}

function fromAudio({ data: bytes, format }: JsonObject): JsonObject | undefined {
  if (typeof bytes !== 'string' || typeof format !== 'string') return undefined
  return { inlineData: { mimeType: `audio/${format.toLowerCase()}`, data: bytes } }
}

/** Undefined for unknown extensions. */
function mediaTypeFromExtension(url: string): string | undefined {
  const path = url.replace(/[?#].*$/, '')
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined
}
