// Parts of an OpenAI message → content blocks: text, images, documents. Native blocks pass unchanged. Blank strings
// are left out, because the dialect rejects them ("text content blocks must contain non-whitespace text").
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, present } from '../../../schemas/values/json.ts'
import {
  convertParts,
  imageUrl,
  isWebUrl,
  readDataUrl,
  unreadImage,
  unreadImageType,
} from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** Native blocks that a client may send, or send back from a non-strict reply. */
const nativeBlockTypes = new Set(['image', 'document', 'search_result', 'thinking', 'redacted_thinking'])

/** https://platform.claude.com/docs/en/build-with-claude/vision, and `Base64ImageSource` of @anthropic-ai/sdk 1.12.0. */
const READ_IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** The blocks of any content. `path` is its path in the request, for error messages. */
export const convertContent = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] =>
  convertParts(content, path, report, (part, partPath) => convertPart(part, partPath, report))

const textBlocks = (text: string): readonly JsonObject[] =>
  text.trim() === '' ? [] : [{ type: 'text', text }]

function convertPart(part: JsonObject, path: string, report: ReportConversionError): readonly JsonObject[] {
  const type = asText(part['type']) ?? ''
  if (nativeBlockTypes.has(type)) return [part]
  const unread = unreadImageType(part, READ_IMAGES)
  if (unread !== undefined) {
    report(`${path} ${unreadImage(unread, READ_IMAGES)}`, path)
    return []
  }
  const block = convertTyped(type, part)
  if (block === undefined) report(`${path} is not a content part that this provider supports.`, path)
  return block === undefined ? [] : block.map(inner => withCacheControl(inner, part))
}

/** Undefined when the dialect has no equivalent of the part. */
function convertTyped(type: string, part: JsonObject): readonly JsonObject[] | undefined {
  if (type === 'text') return typeof part['text'] === 'string' ? textBlocks(part['text']) : undefined
  if (type === 'refusal') return typeof part['refusal'] === 'string' ? textBlocks(part['refusal']) : undefined
  const block =
    type === 'image_url'
      ? convertImage(part['image_url'])
      : type === 'file'
        ? convertFile(part['file'])
        : undefined
  return block === undefined ? undefined : [block]
}

function convertImage(image: Json | undefined): JsonObject | undefined {
  const url = imageUrl(image)
  return url === undefined ? undefined : wrap('image', sourceOf(url))
}

/** Images stay images; PDFs, plain text, URLs and file ids become documents. */
function convertFile(file: Json | undefined): JsonObject | undefined {
  const { file_data: contents, file_id: identifier, filename } = asObject(file)
  if (typeof identifier === 'string') return wrap('document', { type: 'file', file_id: identifier })
  if (typeof contents !== 'string') return undefined
  const source = sourceOf(contents)
  if (asText(source?.['media_type'])?.startsWith('image/')) return wrap('image', source)
  const title = asText(filename)
  const document = wrap('document', source?.['media_type'] === 'text/plain' ? plainText(source) : source)
  return document === undefined || title === undefined ? document : { ...document, title }
}

const wrap = (type: string, source: JsonObject | undefined): JsonObject | undefined =>
  source === undefined ? undefined : { type, source }

/** A base64 data URL or a web URL, as a native source. */
function sourceOf(url: string): JsonObject | undefined {
  if (isWebUrl(url)) return { type: 'url', url }
  const inline = readDataUrl(url)
  return inline && { type: 'base64', media_type: inline.mediaType, data: inline.bytes }
}

/** The dialect takes plain text unencoded. */
function plainText(source: JsonObject): JsonObject | undefined {
  try {
    const bytes = Uint8Array.from(atob(asText(source['data']) ?? ''), letter => letter.charCodeAt(0))
    return { type: 'text', media_type: 'text/plain', data: new TextDecoder().decode(bytes) }
  } catch {
    return undefined
  }
}

const withCacheControl = (block: JsonObject, part: JsonObject): JsonObject =>
  present({ ...block, cache_control: part['cache_control'] ?? undefined })
