// The content of an OpenAI message → text and images separately, as the dialect expects them: images are bare
// base64, and their position in the text is lost. Web URLs are fetched by the driver beforehand.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import type { Media } from '../../values/adapter.ts'
import { contentParts, convertParts, imageUrl, readDataUrl, textOfPart } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

export type FetchedMedia = ReadonlyMap<string, Media>

export interface TextAndImages {
  readonly text: string
  /** Base64. */
  readonly images: readonly string[]
}

export function readTextAndImages(
  content: Json | undefined,
  path: string,
  media: FetchedMedia,
  report: ReportConversionError,
): TextAndImages {
  const parts = convertParts(content, path, report, (part, partPath) => {
    const text = isText(part) ? textOfPart(part) : undefined
    if (text !== undefined) return [{ text }]
    const image = imageOf(part, media)
    if (image !== undefined) return [{ image }]
    report(`${partPath} ${rejectionReason(part)}`, partPath)
    return []
  })
  return {
    text: parts.map(part => asText(part['text']) ?? '').join(''),
    images: parts.flatMap(part => asText(part['image']) ?? []),
  }
}

const isText = ({ type }: JsonObject): boolean => type === 'text' || type === 'refusal'

/** The URL of an image, in an image part or in an image file. */
function partImageUrl(part: JsonObject): string | undefined {
  if (part['type'] === 'image_url') return imageUrl(part['image_url'])
  return part['type'] === 'file' ? asText(asObject(part['file'])['file_data']) : undefined
}

/** The https URLs of images in a request, which the driver fetches, since the dialect takes bytes. */
export const mediaLinks = (body: JsonObject): readonly string[] => {
  const urls = asList(body['messages'])
    .flatMap(message => contentParts(asObject(message)['content']))
    .flatMap(part => partImageUrl(part) ?? [])
  return [...new Set(urls.filter(url => /^https:/i.test(url)))]
}

function imageOf(part: JsonObject, media: FetchedMedia): string | undefined {
  const url = partImageUrl(part)
  if (url === undefined) return undefined
  const fetched = media.get(url)
  if (fetched !== undefined) return isImage(fetched.mediaType) ? fetched.base64 : undefined
  const inline = readDataUrl(url)
  return inline !== undefined && isImage(inline.mediaType) ? inline.bytes : undefined
}

const isImage = (mediaType: string): boolean => mediaType.startsWith('image/')

const rejectionReason = (part: JsonObject): string =>
  /^http:/i.test(partImageUrl(part) ?? '')
    ? 'is an insecure URL: use https or a data URL.'
    : 'is not a content part that this provider supports.'
