// Parts of a vendor message → content blocks: text, and the bytes of images, documents and sound. Blocks of the
// dialect itself pass as they are. Blank texts are left out, because the dialect refuses them.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { addressOf, convertParts, isWebAddress, readDataUrl, textOfPart } from '../wire/content.ts'
import { asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { documentFormat, documentName, formatOfName, imageFormat, soundFormat } from './formats.ts'

/** Blocks that a client may write in the dialect: objects with one of these, and without a type. */
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

/** The blocks of any content. `at` is where it stands in the request, for what is reported. */
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

const NOT_TAKEN = 'is a part that this provider does not take.'
const ADDRESS = 'is an address without https, and this provider takes bytes: give a data URL.'

/** The blocks, or the rest of a sentence about why there are none. */
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

/** Images stay images; what else there is a format for becomes a document, which must have a name. */
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

/** What is before it may be kept by the provider. */
export const cachePoint = (control: Json | undefined): readonly JsonObject[] =>
  isObject(control) ? [{ cachePoint: present({ type: 'default', ttl: asText(control['ttl']) }) }] : []
