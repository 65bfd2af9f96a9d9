// Parts of an OpenAI message → content blocks: text, and the bytes of images, documents and audio. Native blocks
// pass unchanged. Blank strings are left out, because the dialect rejects them.
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import {
  convertParts,
  imageUrl,
  isWebUrl,
  readDataUrl,
  textOfPart,
  unreadImage,
  unreadImageType,
} from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** Native blocks that a client may send: objects with one of these properties, and without a type. */
const nativeBlockNames = [
  'image',
  'document',
  'video',
  'audio',
  'searchResult',
  'guardContent',
  'cachePoint',
  'text',
]

/** The blocks of any content. `path` is its path in the request, for error messages. */
export const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => {
    const converted = convertPart(part, partPath)
    if (typeof converted === 'string') report(`${partPath} ${converted}`, partPath)
    return typeof converted === 'string' ? [] : [...converted, ...cachePoint(part['cache_control'])]
  })

const UNSUPPORTED = 'is not a content part that this provider supports.'
const INSECURE_URL = 'is an insecure URL: use https or a data URL.'

/** The blocks, or the end of an error message. */
function convertPart(part: JsonObject, path: string): readonly JsonObject[] | string {
  const unread = unreadImageType(part, READ_IMAGES)
  if (unread !== undefined) return unreadImage(unread, READ_IMAGES)
  switch (part['type']) {
    case undefined:
      return nativeBlockNames.some(name => part[name] !== undefined) ? [part] : UNSUPPORTED
    case 'text':
    case 'refusal':
      return textBlocks(textOfPart(part))
    case 'image_url':
      return convertImage(imageUrl(part['image_url']) ?? '')
    case 'file':
      return convertFile(asObject(part['file']), path, part['citations'])
    case 'input_audio':
      return convertAudio(asObject(part['input_audio']))
    default:
      return UNSUPPORTED
  }
}

function textBlocks(text: string | undefined): readonly JsonObject[] | string {
  if (text === undefined) return UNSUPPORTED
  return text.trim() === '' ? [] : [{ text }]
}

function convertImage(url: string): readonly JsonObject[] | string {
  const inline = readDataUrl(url)
  if (inline === undefined) return isWebUrl(url) ? INSECURE_URL : UNSUPPORTED
  const format = imageFormat(inline.mediaType)
  return format === undefined ? UNSUPPORTED : [{ image: { format, source: { bytes: inline.bytes } } }]
}

/** Images stay images; other supported formats become documents, which require a name. */
function convertFile(
  { file_data: contents, filename }: JsonObject,
  path: string,
  citations: Json | undefined,
): readonly JsonObject[] | string {
  if (typeof contents !== 'string') return UNSUPPORTED
  const inline = readDataUrl(contents)
  if (inline === undefined) return isWebUrl(contents) ? INSECURE_URL : UNSUPPORTED
  if (imageFormat(inline.mediaType) !== undefined) return convertImage(contents)
  const name = asText(filename) ?? ''
  const format = documentFormat(inline.mediaType) ?? formatOfName(name)
  if (format === undefined) return UNSUPPORTED
  const cited = asObject(citations)['enabled'] === true ? { citations: { enabled: true } } : {}
  return [{ document: { format, name: documentName(name, path), source: { bytes: inline.bytes }, ...cited } }]
}

function convertAudio({ data: bytes, format: requestedFormat }: JsonObject): readonly JsonObject[] | string {
  const format = audioFormat(requestedFormat)
  if (format === undefined || typeof bytes !== 'string') return UNSUPPORTED
  return [{ audio: { format, source: { bytes } } }]
}

/** The provider may cache everything before it. */
export const cachePoint = (control: Json | undefined): readonly JsonObject[] =>
  isObject(control) ? [{ cachePoint: present({ type: 'default', ttl: asText(control['ttl']) }) }] : []

/** Media types of images and the formats of Converse that they map to; documents have others. */
const imageFormats: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html */
const READ_IMAGES: ReadonlySet<string> = new Set(imageFormats.keys())

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const documentFormats: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  [`${OFFICE}.wordprocessingml.document`, 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  [`${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
])

const imageFormat = (mediaType: string): string | undefined => imageFormats.get(mediaType)

const documentFormat = (mediaType: string): string | undefined => documentFormats.get(mediaType)

/** The format of a file name's extension. */
function formatOfName(name: string): string | undefined {
  const end = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return [...documentFormats.values()].find(format => format === end)
}

/** OpenAI has two audio formats, and the dialect both. */
const audioFormat = (format: Json | undefined): string | undefined =>
  format === 'wav' || format === 'mp3' ? format : undefined

/**
 * A document name with the characters that the dialect allows; the path in the request for a file without a name,
 * so that names differ.
 */
export function documentName(name: string, path: string): string {
  const allowed = (text: string): string =>
    text
      .replace(/[^a-zA-Z0-9\s()[\]-]+/g, '-')
      .replace(/\s+/g, ' ')
      .slice(0, 200)
      .trim()
  const fromName = allowed(name.replace(/\.[a-z0-9]+$/i, ''))
  return /[a-zA-Z0-9]/.test(fromName) ? fromName : allowed(path)
}
