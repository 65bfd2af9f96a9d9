// Images and files that a chat references by https URL, for dialects that take bytes only: which ones, and the same
// chat with the fetched media inlined as data URLs.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'

const isLink = (text: string | undefined): text is string => text !== undefined && /^https:\/\//i.test(text)

/** The URL in a part: in an image object, as a plain string, or as the contents of a file. */
function urlIn(part: JsonObject): string | undefined {
  const { image_url: image, file } = part
  return asText(image) ?? asText(asObject(image)['url']) ?? asText(asObject(file)['file_data'])
}

/** The URLs in the messages of a chat, without duplicates. */
export const linkedMediaUrls = (body: JsonObject): readonly string[] => {
  const parts = asList(body['messages']).flatMap(message => asList(asObject(message)['content']))
  return [...new Set(parts.map(part => urlIn(asObject(part))).filter(isLink))]
}

/** The chat with every fetched URL replaced by its bytes; the argument is not mutated. */
export function inlineMedia(body: JsonObject, media: AdapterContext['media']): JsonObject {
  const { messages } = body
  if (media === undefined || !isList(messages)) return body
  const inline = (url: string | undefined): string | undefined => {
    const fetched = url === undefined ? undefined : media.get(url)
    return fetched && `data:${fetched.mediaType};base64,${fetched.base64}`
  }
  const partOf = (part: Json): Json => {
    const bytes = isObject(part) ? inline(urlIn(part)) : undefined
    if (!isObject(part) || bytes === undefined) return part
    const { image_url: image, file } = part
    return image === undefined
      ? { ...part, file: { ...asObject(file), file_data: bytes } }
      : { ...part, image_url: { ...asObject(image), url: bytes } }
  }
  const messageOf = (message: Json): Json =>
    isObject(message) && isList(message['content'])
      ? { ...message, content: message['content'].map(partOf) }
      : message
  return { ...body, messages: messages.map(messageOf) }
}
