// A streamed chat as the events of a message: blocks one after the other, stop reason and usage once at the end.
import { asList, type JsonObject, writeJson } from '../../../schemas/values/json.ts'
import { messagesStreamError } from '../../wire/messages-error.ts'
import type { InboundContext, InboundEvent, InboundStream } from '../inbound-api.ts'
import { type PartEvent, readOutput } from '../output/read-output.ts'
import { requestsCitations, toCitations } from './citations.ts'
import { messageStart, messageStop, messageUsage } from './message-object.ts'
import { blockDelta, blockStart, signatureOf } from './output-blocks.ts'

export function encodeStream(context: InboundContext): InboundStream {
  const { output, add, finish } = readOutput(
    context.identifier,
    undefined,
    requestsCitations(context.request),
  )
  let isStarted = false
  const startEvents = (): readonly InboundEvent[] => {
    if (isStarted) return []
    isStarted = true
    return [event('message_start', { message: messageStart(output, context) })]
  }
  return {
    chunk: chunk => {
      const partEvents = add(chunk)
      if (asList(chunk['choices']).length === 0 && !isStarted) return []
      return [...startEvents(), ...partEvents.flatMap(blockEvents)]
    },
    end: () => {
      const partEvents = finish()
      return [
        ...startEvents(),
        ...partEvents.flatMap(blockEvents),
        event('message_delta', { delta: messageStop(output), usage: messageUsage(output.usage) }),
        event('message_stop', {}),
      ]
    },
    error: error => [event('error', { error: messagesStreamError(error) })],
  }
}

const event = (type: string, fields: JsonObject): InboundEvent => ({
  event: type,
  data: writeJson({ type, ...fields }),
})

function blockEvents(partEvent: PartEvent): readonly InboundEvent[] {
  const { part, index } = partEvent
  const delta = (fields: JsonObject): InboundEvent => event('content_block_delta', { index, delta: fields })
  if (partEvent.type === 'start')
    return [event('content_block_start', { index, content_block: blockStart(part) })]
  if (partEvent.type === 'delta')
    return [
      ...(partEvent.text === '' ? [] : [delta(blockDelta(part, partEvent.text))]),
      ...toCitations(partEvent.citations).map(citation => delta({ type: 'citations_delta', citation })),
    ]
  const signature = part.kind === 'thinking' ? signatureOf(part) : ''
  return [
    ...(signature === '' ? [] : [delta({ type: 'signature_delta', signature })]),
    event('content_block_stop', { index }),
  ]
}
