// Parts of an OpenAI message → parts of the dialect: text, and bytes or URLs of images, files, audio and video.
// Empty strings are left out, because the dialect rejects them.
import { toBase64 } from '../../../schemas/values/base64.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import {
  convertParts,
  imageUrl,
  readDataUrl,
  textOfPart,
  unreadImage,
  unreadImageType,
} from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** Media types by file extension: the dialect requires one with most URLs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' },
  ...{ heic: 'image/heic', heif: 'image/heif', pdf: 'application/pdf', json: 'application/json' },
  ...{ txt: 'text/plain', md: 'text/markdown', html: 'text/html', csv: 'text/csv', xml: 'text/xml' },
  ...{ mp3: 'audio/mp3', wav: 'audio/wav', flac: 'audio/flac', ogg: 'audio/ogg', aac: 'audio/aac' },
  ...{ m4a: 'audio/mp4', mp4: 'video/mp4', mov: 'video/mov', webm: 'video/webm', mpeg: 'video/mpeg' },
}

/** https://ai.google.dev/gemini-api/docs/image-understanding, the same at Vertex AI. */
const READ_IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/heif',
])

/** The parts of any content. `path` is its path in the request, for error messages. */
export const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => {
    const unread = unreadImageType(part, READ_IMAGES)
    if (unread !== undefined) {
      report(`${partPath} ${unreadImage(unread, READ_IMAGES)}`, partPath)
      return []
    }
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
  const named = format.toLowerCase()
  if (named === 'pcm16') return { inlineData: { mimeType: 'audio/wav', data: withWaveHeader(bytes) } }
  return { inlineData: { mimeType: `audio/${named}`, data: bytes } }
}

/** Samples per second of OpenAI's `pcm16`, of one channel: platform.openai.com/docs/guides/realtime-conversations. */
const RATE = 24_000

/** Samples of 16 bits as a WAV file, since the dialect takes files only: ai.google.dev/gemini-api/docs/audio. */
function withWaveHeader(base64: string): string {
  const samples = decoded(base64)
  if (samples === undefined) return base64
  const file = new Uint8Array(44 + samples.length)
  const view = new DataView(file.buffer)
  const tag = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at)
  tag(0, 'RIFF')
  view.setUint32(4, 36 + samples.length, true)
  tag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  tag(36, 'data')
  view.setUint32(40, samples.length, true)
  file.set(samples, 44)
  return toBase64(file)
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Undefined for unknown extensions. */
function mediaTypeFromExtension(url: string): string | undefined {
  const path = url.replace(/[?#].*$/, '')
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined
}
