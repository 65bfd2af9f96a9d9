// Aggregates the events of a message into the message. Deltas of unknown types cannot be merged, so such a message is not
// cached.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, parseJson } from '../../../schemas/values/json.ts'
import { mergeUsage } from '../../wire/usage.ts'
import { type BlockDraft, createBlockDraft } from './message-block.ts'
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
