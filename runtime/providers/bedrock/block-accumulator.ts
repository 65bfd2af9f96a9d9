// The blocks of a stream as `content_blocks` entries: first a block, then its deltas. Converse opens only tool call
// blocks, so a block of text or reasoning starts with its first delta.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { blockOf, isClientCall } from './native-blocks.ts'

/** The indexes of the open blocks. */
export type BlockAccumulator = Set<Json>

export const createBlockAccumulator = (): BlockAccumulator => new Set()

/**
 * The entry of a block that the stream opens explicitly. Blocks other than calls come in parts, and cannot go back
 * unchanged.
 */
export function startBlock(index: Json, start: JsonObject, started: BlockAccumulator): JsonObject {
  started.add(index)
  const { toolUse } = start
  const block = isClientCall(toolUse)
    ? blockOf({ toolUse: { ...toolUse, input: {} } })
    : { type: 'converse_start', start }
  return { index, content_block: block }
}

/** The entry of a delta; undefined for an empty one. */
export function feedBlock(index: Json, delta: JsonObject, started: BlockAccumulator): JsonObject | undefined {
  if (Object.keys(delta).length === 0) return undefined
  if (started.has(index)) return { index, delta: deltaOf(delta) }
  started.add(index)
  return { index, content_block: firstBlock(delta) }
}

function deltaOf(delta: JsonObject): JsonObject {
  const { text, toolUse, citation } = delta
  const { text: thought, signature, redactedContent } = asObject(delta['reasoningContent'])
  const { input } = asObject(toolUse)
  if (typeof text === 'string') return { type: 'text_delta', text }
  if (typeof thought === 'string') return { type: 'thinking_delta', thinking: thought }
  if (typeof signature === 'string') return { type: 'signature_delta', signature }
  if (typeof redactedContent === 'string') return { type: 'redacted_thinking_delta', data: redactedContent }
  if (typeof input === 'string') return { type: 'input_json_delta', partial_json: input }
  return citation === undefined ? { type: 'converse_delta', delta } : { type: 'citations_delta', citation }
}

function firstBlock(delta: JsonObject): JsonObject {
  const reasoning = asObject(delta['reasoningContent'])
  const { text, signature, redactedContent } = reasoning
  if (typeof text === 'string' || typeof signature === 'string')
    return blockOf({ reasoningContent: { reasoningText: reasoning } })
  if (typeof delta['text'] === 'string' || typeof redactedContent === 'string') return blockOf(delta)
  if (delta['citation'] === undefined) return { type: 'converse_start', start: delta }
  return { type: 'text', text: '', citations: [delta['citation']] }
}
