// The content of an OpenAI message: a string, null, absent, or a list of parts; and the parts other than text.
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

/** The content of a base64 data URL; undefined for any other string. */
export function readDataUrl(url: string): InlineBytes | undefined {
  const match = /^data:([^;,]+)(?:;[^;,]+)*;base64,/i.exec(url)
  if (match === null) return undefined
  return { mediaType: (match[1] ?? '').toLowerCase(), bytes: url.slice(match[0].length) }
}
