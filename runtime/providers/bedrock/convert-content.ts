// Parts of an OpenAI message → content blocks: text, and the bytes of images, documents and audio. Native blocks
// pass unchanged. Blank texts are left out, because the dialect rejects them.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { addressOf, convertParts, isWebAddress, readDataUrl, textOfPart } from '../wire/content.ts'
import { asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { documentFormat, documentName, formatOfName, imageFormat, soundFormat } from './formats.ts'

/** Native blocks that a client may send: objects with one of these properties, and without a type. */
const ownBlocks = [
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
  at: string,
  report: Report,
): readonly JsonObject[] =>
  convertParts(content, at, report, (part, place) => {
    const converted = convertPart(part, place)
    if (typeof converted === 'string') report(`${place} ${converted}`, place)
    return typeof converted === 'string' ? [] : [...converted, ...cachePoint(part['cache_control'])]
  })

const NOT_TAKEN = 'is not a content part that this provider supports.'
const ADDRESS = 'is an insecure URL: use https or a data URL.'

/** The blocks, or the end of an error message. */
function convertPart(part: JsonObject, at: string): readonly JsonObject[] | string {
  switch (part['type']) {
    case undefined:
      return ownBlocks.some(name => part[name] !== undefined) ? [part] : NOT_TAKEN
    case 'text':
    case 'refusal':
      return textBlocks(textOfPart(part))
    case 'image_url':
      return convertImage(addressOf(part['image_url']) ?? '')
    case 'file':
      return convertFile(asObject(part['file']), at)
    case 'input_audio':
      return convertSound(asObject(part['input_audio']))
    default:
      return NOT_TAKEN
  }
}

function textBlocks(text: string | undefined): readonly JsonObject[] | string {
  if (text === undefined) return NOT_TAKEN
  return text.trim() === '' ? [] : [{ text }]
}

function convertImage(url: string): readonly JsonObject[] | string {
  const inline = readDataUrl(url)
  if (inline === undefined) return isWebAddress(url) ? ADDRESS : NOT_TAKEN
  const format = imageFormat(inline.mediaType)
  return format === undefined ? NOT_TAKEN : [{ image: { format, source: { bytes: inline.bytes } } }]
}

/** Images stay images; other supported formats become documents, which require a name. */
function convertFile(
  { file_data: contents, filename }: JsonObject,
  at: string,
): readonly JsonObject[] | string {
  if (typeof contents !== 'string') return NOT_TAKEN
  const inline = readDataUrl(contents)
  if (inline === undefined) return isWebAddress(contents) ? ADDRESS : NOT_TAKEN
  if (imageFormat(inline.mediaType) !== undefined) return convertImage(contents)
  const name = asText(filename) ?? ''
  const format = documentFormat(inline.mediaType) ?? formatOfName(name)
  if (format === undefined) return NOT_TAKEN
  return [{ document: { format, name: documentName(name, at), source: { bytes: inline.bytes } } }]
}

function convertSound({ data: bytes, format: asked }: JsonObject): readonly JsonObject[] | string {
  const format = soundFormat(asked)
  if (format === undefined || typeof bytes !== 'string') return NOT_TAKEN
  return [{ audio: { format, source: { bytes } } }]
}

/** The provider may cache everything before it. */
export const cachePoint = (control: Json | undefined): readonly JsonObject[] =>
  isObject(control) ? [{ cachePoint: present({ type: 'default', ttl: asText(control['ttl']) }) }] : []
