// The content of an OpenAI message → text and images separately, as the dialect expects them: images are bare
// base64, and their position in the text is lost. Web URLs are fetched by the driver beforehand.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Media } from '../adapter.ts'
import { addressOf, convertParts, readDataUrl, textOfPart } from '../wire/content.ts'
import { asObject, asText } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'

export type FetchedMedia = ReadonlyMap<string, Media>

export interface Content {
  readonly text: string
  /** Base64. */
  readonly images: readonly string[]
}

export function readContent(
  content: Json | undefined,
  at: string,
  media: FetchedMedia,
  report: Report,
): Content {
  const parts = convertParts(content, at, report, (part, place) => {
    const text = isText(part) ? textOfPart(part) : undefined
    if (text !== undefined) return [{ text }]
    const image = imageOf(part, media)
    if (image !== undefined) return [{ image }]
    report(`${place} ${why(part)}`, place)
    return []
  })
  return {
    text: parts.map(part => asText(part['text']) ?? '').join(''),
    images: parts.flatMap(part => asText(part['image']) ?? []),
  }
}

const isText = ({ type }: JsonObject): boolean => type === 'text' || type === 'refusal'

/** The URL of an image, in an image part or in an image file. */
export function imageAddress(part: JsonObject): string | undefined {
  if (part['type'] === 'image_url') return addressOf(part['image_url'])
  return part['type'] === 'file' ? asText(asObject(part['file'])['file_data']) : undefined
}

function imageOf(part: JsonObject, media: FetchedMedia): string | undefined {
  const address = imageAddress(part)
  if (address === undefined) return undefined
  const fetched = media.get(address)
  if (fetched !== undefined) return isImage(fetched.mediaType) ? fetched.base64 : undefined
  const inline = readDataUrl(address)
  return inline !== undefined && isImage(inline.mediaType) ? inline.bytes : undefined
}

const isImage = (mediaType: string): boolean => mediaType.startsWith('image/')

const why = (part: JsonObject): string =>
  /^http:/i.test(imageAddress(part) ?? '')
    ? 'is an insecure URL: use https or a data URL.'
    : 'is not a content part that this provider supports.'
