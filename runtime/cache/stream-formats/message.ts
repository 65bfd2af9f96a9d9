// Messages: their events aggregated into the message, and the message as events again. Deltas of unknown types cannot
// be merged, so such a message is not cached.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  writeJson,
} from '../../../schemas/values/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'
import { mergeUsage } from '../../wire/usage.ts'
import type { StreamAggregator } from './stream-format.ts'

export function aggregateMessage(): StreamAggregator {
  const blocks = new Map<number, BlockDraft>()
  let message: JsonObject = {}
  let usage: JsonObject | undefined
  let state: ReturnType<StreamAggregator['state']> = 'open'
  let heldCharacters = 0

  const addEvent = (event: JsonObject, size: number): void => {
    const index = typeof event['index'] === 'number' ? event['index'] : blocks.size
    switch (event['type']) {
      case 'message_start':
        message = asObject(event['message'])
        usage = asObject(message['usage'])
        heldCharacters += size
        return
      case 'content_block_start':
        blocks.set(index, createBlockDraft(asObject(event['content_block'])))
        heldCharacters += size
        return
      case 'content_block_delta': {
        const added = blocks.get(index)?.add(asObject(event['delta']))
        if (added === undefined) state = 'failed'
        else heldCharacters += added
        return
      }
      case 'message_delta': {
        const { type: _, delta, usage: deltaUsage, ...fields } = event
        message = { ...message, ...fields, ...asObject(delta) }
        usage = mergeUsage(usage, asObject(deltaUsage))
        heldCharacters += size
        return
      }
      case 'message_stop':
        // Without a stop reason it was cut.
        state = asText(message['stop_reason']) ? 'complete' : 'failed'
        return
      case 'error':
        state = 'failed'
    }
  }
  return {
    add: ({ data: text }, value) => {
      if (state !== 'open') return
      const event = value ?? parseJson(text)
      if (isObject(event)) addEvent(event, text.length)
      else if (text !== '[DONE]') state = 'failed'
    },
    state: () => state,
    size: () => heldCharacters,
    reply: () => {
      const completeBlocks = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block.complete())
      const content = completeBlocks.filter(block => block !== undefined)
      if (asText(message['type']) !== 'message' || content.length < completeBlocks.length) return undefined
      return { reply: { ...message, content, usage: usage ?? null }, hasUsage: true }
    },
  }
}

export interface BlockDraft {
  /** Returns the added characters; undefined for a delta of an unknown type. */
  readonly add: (delta: JsonObject) => number | undefined
  /** The complete block; undefined when its input is not a JSON object. */
  readonly complete: () => JsonObject | undefined
}

/** Text deltas by type: the field of the delta and that of the block. */
const TEXT_DELTAS: ReadonlyMap<string, readonly [deltaField: string, field: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
])

/** Merges the deltas of one content block. */
export function createBlockDraft(start: JsonObject): BlockDraft {
  const texts = new Map<string, string>()
  const citations: Json[] = [...asList(start['citations'])]
  let input = ''
  return {
    add: delta => {
      const type = asText(delta['type']) ?? ''
      const [deltaField, field] = TEXT_DELTAS.get(type) ?? []
      if (deltaField !== undefined && field !== undefined) {
        const text = asText(delta[deltaField]) ?? ''
        texts.set(field, (texts.get(field) ?? asText(start[field]) ?? '') + text)
        return text.length
      }
      if (type === 'input_json_delta') {
        const text = asText(delta['partial_json']) ?? ''
        input += text
        return text.length
      }
      if (type !== 'citations_delta' || delta['citation'] === undefined) return undefined
      citations.push(delta['citation'])
      return writeJson(delta['citation']).length
    },
    complete: () => {
      const parsedInput = input.trim() === '' ? undefined : parseJson(input)
      if (input.trim() !== '' && !isObject(parsedInput)) return undefined
      return {
        ...start,
        ...Object.fromEntries(texts),
        ...(citations.length === 0 ? {} : { citations }),
        ...(parsedInput === undefined ? {} : { input: parsedInput }),
      }
    },
  }
}

/**
 * A message → its events: each block starts empty and is filled by one delta; block types without deltas are
 * sent complete.
 */
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
