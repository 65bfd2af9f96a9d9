// Text, image and document blocks → content parts of a chat message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { quoted } from '../../failures.ts'
import { convertParts } from '../../providers/wire/content.ts'
import { asObject, asText, present } from '../../providers/wire/json.ts'
import type { Report } from '../../providers/wire/report.ts'
import type { Losses } from './losses.ts'

/** `path` is the location of the content in the request. */
export const convertBlocks = (
  content: Json | undefined,
  at: string,
  report: Report,
  losses: Losses,
): readonly JsonObject[] =>
  convertParts(content, at, report, (block, place) => convertBlock(block, place, report, losses))

export function convertBlock(
  block: JsonObject,
  at: string,
  report: Report,
  losses: Losses,
): readonly JsonObject[] {
  const { type, citations, cache_control: mark } = block
  if (type === 'document' && asObject(citations)['enabled'] === true) losses.add('citations')
  const parts = convertTyped(type, block, at, report, losses)
  if (parts === undefined)
    report(`${at} is of type ${quoted(asText(type) ?? '')}, or lacks a field that a chat requires.`, at)
  return (parts ?? []).map((part, place, all) =>
    place === all.length - 1 ? present({ ...part, cache_control: mark ?? undefined }) : part,
  )
}

/** Undefined when a chat does not support the block. */
function convertTyped(
  type: Json | undefined,
  block: JsonObject,
  at: string,
  report: Report,
  losses: Losses,
): readonly JsonObject[] | undefined {
  const { text } = block
  if (type === 'text') return typeof text === 'string' ? [{ type, text }] : undefined
  const source = asObject(block['source'])
  if (type === 'image') {
    const url = addressIn(source)
    return url === undefined ? undefined : [{ type: 'image_url', image_url: { url } }]
  }
  if (type !== 'document') return undefined
  if (source['type'] === 'content')
    return convertBlocks(source['content'], `${at}.source.content`, report, losses)
  return convertDocument(source, block)
}

/** Bytes as a data URL, or the URL unchanged. */
function addressIn({ type, media_type: media, data: bytes, url }: JsonObject): string | undefined {
  if (type === 'url') return asText(url)
  const whole = type === 'base64' && typeof media === 'string' && typeof bytes === 'string'
  return whole ? `data:${media};base64,${bytes}` : undefined
}

/** Plain text becomes a text part, preceded by title and context. */
function convertDocument(
  source: JsonObject,
  { title, context }: JsonObject,
): readonly JsonObject[] | undefined {
  const { type, data: text, file_id: file } = source
  const name = asText(title)
  if (type === 'text' && typeof text === 'string') {
    const whole = [name, asText(context), text].filter(line => line !== undefined && line !== '')
    return [{ type: 'text', text: whole.join('\n\n') }]
  }
  const about: readonly JsonObject[] = asText(context) ? [{ type: 'text', text: asText(context) ?? '' }] : []
  if (type === 'file' && typeof file === 'string')
    return [...about, { type: 'file', file: { file_id: file } }]
  const contents = addressIn(source)
  if (contents === undefined) return undefined
  return [...about, { type: 'file', file: { filename: name ?? 'document.pdf', file_data: contents } }]
}
