// Aggregates the events of a message into the message. Deltas of unknown types cannot be merged, so such a message is not
// cached.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, parseJson } from '../../providers/wire/json.ts'
import type { Fold } from './form.ts'
import { type BlockDraft, openBlock } from './message-block.ts'

export function foldMessage(): Fold {
  const blocks = new Map<number, BlockDraft>()
  let message: JsonObject = {}
  let usage: JsonObject | undefined
  let state: ReturnType<Fold['state']> = 'open'
  let weight = 0

  const count = (more: Json | undefined): void => {
    const told = Object.entries(asObject(more)).filter(([, value]) => value !== null)
    usage = { ...usage, ...Object.fromEntries(told) }
  }
  const takeEvent = (event: JsonObject, size: number): void => {
    const at = typeof event['index'] === 'number' ? event['index'] : blocks.size
    switch (event['type']) {
      case 'message_start':
        message = asObject(event['message'])
        usage = asObject(message['usage'])
        weight += size
        return
      case 'content_block_start':
        blocks.set(at, openBlock(asObject(event['content_block'])))
        weight += size
        return
      case 'content_block_delta': {
        const held = blocks.get(at)?.add(asObject(event['delta']))
        if (held === undefined) state = 'unsound'
        else weight += held
        return
      }
      case 'message_delta': {
        const { type: _, delta, usage: counted, ...rest } = event
        message = { ...message, ...rest, ...asObject(delta) }
        count(counted)
        weight += size
        return
      }
      case 'message_stop':
        state = 'whole'
        return
      case 'error':
        state = 'unsound'
    }
  }
  return {
    take: ({ data: text }) => {
      if (state !== 'open') return
      const event = parseJson(text)
      if (isObject(event)) takeEvent(event, text.length)
      else if (text !== '[DONE]') state = 'unsound'
    },
    state: () => state,
    weight: () => weight,
    folded: () => {
      const inOrder = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block.whole())
      const content = inOrder.filter(block => block !== undefined)
      if (asText(message['type']) !== 'message' || content.length < inOrder.length) return undefined
      return { reply: { ...message, content, usage: usage ?? null }, counted: true }
    },
  }
}
