// The content of an OpenAI message: a string, null, absent, or a list of parts; and the parts other than text.

import { joinNames } from '../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, asText, isList, isObject } from '../../schemas/values/json.ts'
import type { ReportConversionError } from './conversion-errors.ts'

/** The content as parts; a string is one text part, null or absent is none. Parts that are not objects are left out. */
export function contentParts(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return isList(content) ? content.filter(isObject) : []
}

/** All text of the content, parts joined without a separator; refusals count as text. */
export const contentText = (content: Json | undefined): string =>
  contentParts(content)
    .map(part => textOfPart(part) ?? '')
    .join('')

/** The text of a part that is text or a refusal. */
export const textOfPart = (part: JsonObject): string | undefined =>
  asText(part['text']) ?? asText(part['refusal'])

/**
 * Maps `convert` over the parts of any content. `path` is the path of the content in the request, for error messages.
 */
export function convertParts(
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
  convert: (part: JsonObject, path: string) => readonly JsonObject[],
): readonly JsonObject[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return convert({ type: 'text', text: content }, path)
  if (!isList(content)) {
    report(`${path} must be a string or an array of parts.`, path)
    return []
  }
  return content.flatMap((part, index) => {
    const partPath = `${path}[${index}]`
    if (isObject(part)) return convert(part, partPath)
    report(`${partPath} must be an object.`, partPath)
    return []
  })
}

/** The URL of an image part: in an object, or as a plain string. */
export const imageUrl = (image: Json | undefined): string | undefined =>
  asText(image) ?? asText(asObject(image)['url'])

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text)

export interface InlineBytes {
  /** Lower-case, without parameters. */
  readonly mediaType: string
  /** Base64. */
  readonly bytes: string
}

/** The content of a base64 data URL, with the type that its first bytes have if it is an image; undefined for any other string. */
export function readDataUrl(url: string): InlineBytes | undefined {
  const match = /^data:([^;,]+)(?:;[^;,]+)*;base64,/i.exec(url)
  if (match === null) return undefined
  const named = (match[1] ?? '').toLowerCase()
  const bytes = url.slice(match[0].length)
  return {
    mediaType: named.startsWith('image/') ? (imageTypeOf(bytes) ?? REGISTERED.get(named) ?? named) : named,
    bytes,
  }
}

/** Names that clients write and no provider but OpenAI reads. https://www.iana.org/assignments/media-types */
const REGISTERED: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
])

/** The first bytes of images, as Latin-1. https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern; HEIF: ISO/IEC 23008-12. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^BM[\s\S]{4}\0\0\0\0/, 'image/bmp'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^[\s\S]{4}ftyp(?:heic|heix|hevc|hevx)/, 'image/heic'],
  [/^[\s\S]{4}ftyp(?:mif1|msf1)/, 'image/heif'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
]
/** Base64 of as many bytes as a signature has. */
const SIGNATURE_LENGTH = 16

/** The type of an image in Base64; undefined if its signature is not known. */
function imageTypeOf(base64: string): string | undefined {
  const start = base64.slice(0, SIGNATURE_LENGTH)
  if (!/^[A-Za-z0-9+/]{16}$/.test(start)) return undefined
  const bytes = atob(start)
  return SIGNATURES.find(([signature]) => signature.test(bytes))?.[1]
}

/** The type of the image in a part, unless it is one of `types`; undefined for parts without an inline image. */
export function unreadImageType(part: JsonObject, types: ReadonlySet<string>): string | undefined {
  const url =
    part['type'] === 'file' ? asText(asObject(part['file'])['file_data']) : imageUrl(part['image_url'])
  const type = url === undefined ? undefined : readDataUrl(url)?.mediaType
  return type?.startsWith('image/') === true && !types.has(type) ? type : undefined
}

/** Why a part with such an image is refused; its path goes before. */
export const unreadImage = (type: string, types: ReadonlySet<string>): string =>
  `is an image of the type ${type}, which this provider does not read. It reads ${joinNames([...types], 'and')}.`
