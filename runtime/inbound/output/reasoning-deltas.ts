// The reasoning in one delta, whatever field holds it. If the delta has native blocks (`content_blocks`), they are the
// only source; otherwise the first non-empty field is, because some providers repeat the text in several.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject } from '../../../schemas/values/json.ts'
import type { ReasoningSource } from './output-part.ts'

export type ReasoningDelta =
  | {
      readonly source: ReasoningSource
      readonly text: string
      readonly signature?: string | undefined
      readonly block?: Json | undefined
    }
  /** A block to be sent back unchanged. */
  | { readonly opaqueBlock: JsonObject; readonly block: Json | undefined }
  /** More data of an opaque block. */
  | { readonly payload: string; readonly block: Json | undefined }
  | { readonly details: readonly JsonObject[] }

export function readReasoningDeltas(delta: JsonObject): readonly ReasoningDelta[] {
  const blocks = asList(delta['content_blocks']).filter(isObject)
  return blocks.length > 0 ? blocks.flatMap(readBlockDelta) : readFieldDeltas(delta)
}

/** Blocks that only the provider can read, and that must be sent back. */
const OPAQUE_BLOCK_TYPES = new Set(['redacted_thinking', 'google_part', 'converse_block', 'response_item'])

function readBlockDelta({
  index: block,
  content_block: startedBlock,
  delta,
}: JsonObject): readonly ReasoningDelta[] {
  const content = asObject(startedBlock)
  const blockDelta = asObject(delta)
  const source = 'content_blocks'
  if (OPAQUE_BLOCK_TYPES.has(asText(content['type']) ?? '')) return [{ opaqueBlock: content, block }]
  if (content['type'] === 'thinking')
    return [{ source, text: asText(content['thinking']) ?? '', signature: signatureOf(content), block }]
  if (blockDelta['type'] === 'thinking_delta')
    return [{ source, text: asText(blockDelta['thinking']) ?? '', block }]
  if (blockDelta['type'] === 'signature_delta')
    return [{ source, text: '', signature: signatureOf(blockDelta), block }]
  const payload = blockDelta['type'] === 'redacted_thinking_delta' ? asText(blockDelta['data']) : undefined
  return payload === undefined ? [] : [{ payload, block }]
}

const signatureOf = (block: JsonObject): string | undefined => asText(block['signature']) || undefined

function readFieldDeltas(delta: JsonObject): readonly ReasoningDelta[] {
  const details = asList(delta['reasoning_details']).filter(isObject)
  const texts: readonly (readonly [ReasoningSource, string])[] = [
    ['reasoning_content', asText(delta['reasoning_content']) ?? ''],
    ['reasoning', asText(delta['reasoning']) ?? ''],
    ['reasoning_details', details.map(detailText).join('')],
    ['content', isList(delta['content']) ? delta['content'].map(thinkingText).join('') : ''],
  ]
  const [source, text = ''] = texts.find(([, each]) => each !== '') ?? []
  return [...(source === undefined ? [] : [{ source, text }]), ...(details.length === 0 ? [] : [{ details }])]
}

const detailText = (detail: JsonObject): string => asText(detail['text']) ?? asText(detail['summary']) ?? ''

/** A content part may hold thinking, itself in parts. */
function thinkingText(part: Json): string {
  const { type, thinking } = asObject(part)
  if (type !== 'thinking') return ''
  return (
    asText(thinking) ??
    asList(thinking)
      .map(inner => asText(asObject(inner)['text']) ?? '')
      .join('')
  )
}
