// The reasoning in one delta, whatever field holds it. If the delta has native blocks (`content_blocks`), they are the
// only source; otherwise the first non-empty field is, because some providers repeat the text in several.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isList, isObject } from '../../providers/wire/json.ts'
import type { ReasoningSource } from './part.ts'

export type ReasoningPiece =
  | {
      readonly source: ReasoningSource
      readonly text: string
      readonly signature?: string | undefined
      readonly block?: Json | undefined
    }
  /** A block to be sent back unchanged. */
  | { readonly kept: JsonObject; readonly block: Json | undefined }
  /** More data of an opaque block. */
  | { readonly more: string; readonly block: Json | undefined }
  | { readonly details: readonly JsonObject[] }

export function reasoningPieces(delta: JsonObject): readonly ReasoningPiece[] {
  const blocks = asList(delta['content_blocks']).filter(isObject)
  return blocks.length > 0 ? blocks.flatMap(pieceOfBlock) : wordedPieces(delta)
}

/** Blocks that only the provider can read, and that must be sent back. */
const opaque = new Set(['redacted_thinking', 'google_part', 'converse_block'])

function pieceOfBlock({ index: block, content_block: begun, delta }: JsonObject): readonly ReasoningPiece[] {
  const whole = asObject(begun)
  const added = asObject(delta)
  const source = 'content_blocks'
  if (opaque.has(asText(whole['type']) ?? '')) return [{ kept: whole, block }]
  if (whole['type'] === 'thinking')
    return [{ source, text: asText(whole['thinking']) ?? '', signature: signatureOf(whole), block }]
  if (added['type'] === 'thinking_delta') return [{ source, text: asText(added['thinking']) ?? '', block }]
  if (added['type'] === 'signature_delta') return [{ source, text: '', signature: signatureOf(added), block }]
  const more = added['type'] === 'redacted_thinking_delta' ? asText(added['data']) : undefined
  return more === undefined ? [] : [{ more, block }]
}

const signatureOf = (block: JsonObject): string | undefined => asText(block['signature']) || undefined

function wordedPieces(delta: JsonObject): readonly ReasoningPiece[] {
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
