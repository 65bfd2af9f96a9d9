// The content of a vendor message → text and images apart, as the dialect wants them: images are bare base64, and
// where in the text they stood is lost. Addresses on the web are fetched by the driver before.
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

/** The address of an image, in the part that the vendor has for images or in a file that is one. */
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
    ? 'is an address that is not secure: give one with https, or a data URL.'
    : 'is a part that this provider does not take.'
