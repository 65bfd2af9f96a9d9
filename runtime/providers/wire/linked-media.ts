// Images and files that a chat names by their https addresses, for dialects that take bytes alone: which they are, and
// the same chat with what was fetched in their places, as data URLs.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { asList, asObject, asText, isList, isObject } from './json.ts'

const isLink = (text: string | undefined): text is string => text !== undefined && /^https:\/\//i.test(text)

/** Where a part holds an address: the object of an image, its plain text, or the contents of a file. */
function addressIn(part: JsonObject): string | undefined {
  const { image_url: image, file } = part
  return asText(image) ?? asText(asObject(image)['url']) ?? asText(asObject(file)['file_data'])
}

/** The addresses in the messages of a chat, each once. */
export const linkedAddresses = (body: JsonObject): readonly string[] => {
  const parts = asList(body['messages']).flatMap(message => asList(asObject(message)['content']))
  return [...new Set(parts.map(part => addressIn(asObject(part))).filter(isLink))]
}

/** The chat with every fetched address as the bytes that it names; the argument stays as it is. */
export function withMedia(body: JsonObject, media: AdapterContext['media']): JsonObject {
  const { messages } = body
  if (media === undefined || !isList(messages)) return body
  const inline = (url: string | undefined): string | undefined => {
    const found = url === undefined ? undefined : media.get(url)
    return found && `data:${found.mediaType};base64,${found.base64}`
  }
  const partOf = (part: Json): Json => {
    const bytes = isObject(part) ? inline(addressIn(part)) : undefined
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
