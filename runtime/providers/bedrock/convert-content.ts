// Parts of an OpenAI message → content blocks: text, and the bytes of images, documents and audio. Native blocks
// pass unchanged. Blank strings are left out, because the dialect rejects them.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import { convertParts, imageUrl, isWebUrl, readDataUrl, textOfPart } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { audioFormat, documentFormat, documentName, formatOfName, imageFormat } from './formats.ts'

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
