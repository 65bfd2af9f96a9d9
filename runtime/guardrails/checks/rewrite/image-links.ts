// Images that a request references by http or https URL, in the chat, Messages and Responses dialects, and the request with inlined
// images.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isList, isObject } from '../../../../schemas/values/json.ts'
import type { Endpoint } from '../../../values/adapter.ts'

export interface InlineImage {
  readonly mediaType: string
  readonly base64: string
}

/** The field with the messages of an endpoint. */
const MESSAGE_FIELD: { readonly [E in Endpoint]?: string } = {
  'chat/completions': 'messages',
  messages: 'messages',
  'messages/count_tokens': 'messages',
  responses: 'input',
}

/** Fields of a message or item with parts that may contain images. */
const NESTED_FIELDS = ['content', 'output']

type ReplaceLink = (link: string) => InlineImage | undefined

/** The unique URLs, in order. */
export function imageLinks(endpoint: Endpoint | undefined, body: JsonObject): readonly string[] {
  const links = new Set<string>()
  withImages(endpoint, body, link => {
    links.add(link)
    return undefined
  })
  return [...links]
}

/** The body with URLs replaced by images; the same body when none is replaced. */
export function withImages(
  endpoint: Endpoint | undefined,
  body: JsonObject,
  replace: ReplaceLink,
): JsonObject {
  const field = endpoint && MESSAGE_FIELD[endpoint]
  const messages = field && body[field]
  if (field === undefined || messages === undefined) return body
  const changed = walk(messages as Json, replace)
  return changed === messages ? body : { ...body, [field]: changed }
}

function walk(value: Json, replace: ReplaceLink): Json {
  if (isList(value)) {
    const items = value.map(item => walk(item, replace))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const part = withImage(value, replace)
  if (part !== undefined) return part
  let changed: JsonObject = value
  for (const name of NESTED_FIELDS) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (inner === undefined || typeof inner !== 'object') continue
    const walked = walk(inner, replace)
    if (walked !== inner) changed = { ...changed, [name]: walked }
  }
  return changed
}

/** The part with its image inlined, the part itself when unchanged, undefined when it is not an image part. */
function withImage(part: JsonObject, replace: ReplaceLink): JsonObject | undefined {
  const { type, image_url, source } = part
  if (type === 'image_url' || type === 'input_image') {
    const link = isObject(image_url) ? image_url['url'] : image_url
    const image = isWebLink(link) ? replace(link) : undefined
    if (image === undefined) return part
    const url = `data:${image.mediaType};base64,${image.base64}`
    return { ...part, image_url: isObject(image_url) ? { ...image_url, url } : url }
  }
  if (type !== 'image' || !isObject(source)) return undefined
  const link = source['type'] === 'url' ? source['url'] : undefined
  const image = isWebLink(link) ? replace(link) : undefined
  if (image === undefined) return part
  return { ...part, source: { type: 'base64', media_type: image.mediaType, data: image.base64 } }
}

const isWebLink = (link: Json | undefined): link is string =>
  typeof link === 'string' && /^https?:\/\//i.test(link)
