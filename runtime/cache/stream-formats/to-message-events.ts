// A message → its stream events: each block starts empty and is filled by one delta; block types without deltas are
// sent complete.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject, writeJson } from '../../../schemas/values/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'

export function toMessageEvents(message: JsonObject): readonly Uint8Array[] | undefined {
  const { content, usage, stop_reason: reason = null, stop_sequence: sequence = null } = message
  if (message['type'] !== 'message' || !isList(content)) return undefined
  const started = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...asObject(usage), output_tokens: 0 },
  }
  return [
    { type: 'message_start', message: started },
    ...content.filter(isObject).flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: sequence },
      usage: usage ?? null,
    },
    { type: 'message_stop' },
  ].map(encodeTyped)
}

interface StartedBlock {
  readonly block: JsonObject
  readonly deltas: readonly JsonObject[]
}

function blockEvents(block: JsonObject, index: number): readonly (JsonObject & { readonly type: string })[] {
  const startedBlock = startBlock(block)
  return [
    { type: 'content_block_start', index, content_block: startedBlock.block },
    ...startedBlock.deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function startBlock(block: JsonObject): StartedBlock {
  const text = (field: string): string => asText(block[field]) ?? ''
  if (block['type'] === 'text') {
    const citations = asList(block['citations'])
    return {
      block: { ...block, text: '', ...('citations' in block ? { citations: [] } : {}) },
      deltas: [
        ...citations.map(citation => ({ type: 'citations_delta', citation })),
        { type: 'text_delta', text: text('text') },
      ],
    }
  }
  if (block['type'] === 'thinking')
    return {
      block: { ...block, thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking: text('thinking') },
        { type: 'signature_delta', signature: text('signature') },
      ],
    }
  const input: Json | undefined = block['input']
  return isObject(input)
    ? {
        block: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: writeJson(input) }],
      }
    : { block, deltas: [] }
}
