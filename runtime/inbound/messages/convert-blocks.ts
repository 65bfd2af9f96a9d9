// Text, image and document blocks → content parts of a chat message. A document part may carry its citation setting,
// for a provider that supports it.
import { toBase64 } from '../../../schemas/values/base64.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, present } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import { isOptionalBlock } from '../../wire/claude-tools.ts'
import { convertParts } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import type { DroppedFields } from './dropped-fields.ts'

/** `path` is the location of the content in the request. */
export const convertBlocks = (
  content: Json | undefined,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] =>
  convertParts(content, path, report, (block, blockPath) =>
    convertBlock(block, blockPath, report, droppedFields),
  )

export function convertBlock(
  block: JsonObject,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] {
  const { type, cache_control: cacheControl } = block
  const parts = convertTyped(type, block, path, report, droppedFields)
  if (parts === undefined)
    report(`${path} is of type ${quoted(asText(type) ?? '')}, or lacks a field that a chat requires.`, path)
  return (parts ?? []).map((part, index, all) =>
    index === all.length - 1 ? present({ ...part, cache_control: cacheControl ?? undefined }) : part,
  )
}

/** Undefined when a chat does not support the block. */
function convertTyped(
  type: Json | undefined,
  block: JsonObject,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): readonly JsonObject[] | undefined {
  const { text, tool_name: tool } = block
  if (isOptionalBlock(block)) {
    droppedFields.names.add(`messages.${asText(type)}`)
    return []
  }
  // What a search for tools that the client runs has found: deferred tools are offered anyway.
  if (type === 'tool_reference')
    return typeof tool === 'string' ? [{ type: 'text', text: `The tool ${tool} is available.` }] : undefined
  if (type === 'text') return typeof text === 'string' ? [{ type, text }] : undefined
  const source = asObject(block['source'])
  if (type === 'image') {
    const url = mediaUrl(source)
    return url === undefined ? undefined : [{ type: 'image_url', image_url: { url } }]
  }
  if (type !== 'document') return undefined
  const isCited = asObject(block['citations'])['enabled'] === true
  if (isCited && !isCitable(source, droppedFields)) droppedFields.names.add('citations')
  if (source['type'] === 'content')
    return convertBlocks(source['content'], `${path}.source.content`, report, droppedFields)
  return isCited && isCitable(source, droppedFields)
    ? convertDocument(asFile(source), block)?.map(withCitations)
    : convertDocument(source, block)
}

/** Documents of content blocks are not files, and the bytes of a file at another provider are unknown. */
const isCitable = ({ type }: JsonObject, { keepsCitations }: DroppedFields): boolean =>
  keepsCitations && type !== 'content' && type !== 'file'

/** Only a file can be cited. */
function asFile(source: JsonObject): JsonObject {
  const { type, data: text } = source
  if (type !== 'text' || typeof text !== 'string') return source
  return { type: 'base64', media_type: 'text/plain', data: toBase64(new TextEncoder().encode(text)) }
}

const withCitations = (part: JsonObject): JsonObject =>
  part['type'] === 'file' ? { ...part, citations: { enabled: true } } : part

/** Bytes as a data URL, or the URL unchanged. */
function mediaUrl({ type, media_type: media, data: bytes, url }: JsonObject): string | undefined {
  if (type === 'url') return asText(url)
  const isComplete = type === 'base64' && typeof media === 'string' && typeof bytes === 'string'
  return isComplete ? `data:${media};base64,${bytes}` : undefined
}

/** Plain text becomes a text part, preceded by title and context. */
function convertDocument(
  source: JsonObject,
  { title, context }: JsonObject,
): readonly JsonObject[] | undefined {
  const { type, data: text, file_id: file } = source
  const name = asText(title)
  if (type === 'text' && typeof text === 'string') {
    const sections = [name, asText(context), text].filter(line => line !== undefined && line !== '')
    return [{ type: 'text', text: sections.join('\n\n') }]
  }
  const contextParts: readonly JsonObject[] = asText(context)
    ? [{ type: 'text', text: asText(context) ?? '' }]
    : []
  if (type === 'file' && typeof file === 'string')
    return [...contextParts, { type: 'file', file: { file_id: file } }]
  const filePayload = mediaUrl(source)
  if (filePayload === undefined) return undefined
  return [
    ...contextParts,
    { type: 'file', file: { filename: name ?? 'document.pdf', file_data: filePayload } },
  ]
}
