// The content of a vendor message: a string, null, absent, or a list of parts. And what parts hold besides text.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isList, isObject } from './json.ts'
import type { Report } from './report.ts'

/** The content as parts; a string is one text part, and null or absent is none. Parts that are no objects are left out. */
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

/** What `convert` makes of each part of any content. `at` is where the content stands, for what is reported. */
export function convertParts(
  content: Json | undefined,
  at: string,
  report: Report,
  convert: (part: JsonObject, at: string) => readonly JsonObject[],
): readonly JsonObject[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return convert({ type: 'text', text: content }, at)
  if (!isList(content)) {
    report(`${at} is neither a string nor a list of parts.`, at)
    return []
  }
  return content.flatMap((part, index) => {
    const place = `${at}[${index}]`
    if (isObject(part)) return convert(part, place)
    report(`${place} is not an object.`, place)
    return []
  })
}

/** The address of an image part: in an object, or as plain text. */
export const addressOf = (image: Json | undefined): string | undefined =>
  asText(image) ?? asText(asObject(image)['url'])

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

export interface InlineBytes {
  /** Lower-case, without parameters. */
  readonly mediaType: string
  /** Base64. */
  readonly bytes: string
}

/** What a data URL in base64 holds; undefined for any other text. */
export function readDataUrl(url: string): InlineBytes | undefined {
  const match = /^data:([^;,]+)(?:;[^;,]+)*;base64,/i.exec(url)
  if (match === null) return undefined
  return { mediaType: (match[1] ?? '').toLowerCase(), bytes: url.slice(match[0].length) }
}
