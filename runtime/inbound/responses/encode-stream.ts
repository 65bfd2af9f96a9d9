// A streamed chat as the events of a response. Each event has a sequence number and its type as its name; the last one
// holds the complete response.
import { asList, type JsonObject, writeJson } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import type { InboundContext, InboundEvent, InboundStream } from '../inbound-api.ts'
import { type PartEvent, readOutput } from '../output/read-output.ts'
import { offeredTools } from './offered-tools.ts'
import { itemId } from './output-items.ts'
import { partEvents } from './part-events.ts'
import { completeResponse, failedResponse, itemStatus, responseCreated } from './response-object.ts'

export function encodeStream(context: InboundContext): InboundStream {
  const { output, add, finish } = readOutput(context.identifier, offeredTools(context.request).called)
  let sequenceNumber = 0
  let isStarted = false

  const event = (type: string, fields: JsonObject): InboundEvent => {
    const encoded = { event: type, data: writeJson({ type, sequence_number: sequenceNumber, ...fields }) }
    sequenceNumber += 1
    return encoded
  }
  const startEvents = (): readonly InboundEvent[] => {
    if (isStarted) return []
    isStarted = true
    const response = responseCreated(output, context)
    return [event('response.created', { response }), event('response.in_progress', { response })]
  }
  const encodeParts = (events: readonly PartEvent[]): readonly InboundEvent[] =>
    events.flatMap(partEvent => {
      const { part, index } = partEvent
      const location = { id: itemId(part, index, context.identifier), index }
      return partEvents(partEvent, location, itemStatus(output, index)).map(({ type, fields }) =>
        event(type, fields),
      )
    })

  return {
    chunk: chunk => {
      const events = add(chunk)
      return asList(chunk['choices']).length === 0 && !isStarted
        ? []
        : [...startEvents(), ...encodeParts(events)]
    },
    end: () => {
      const events = finish()
      const response = completeResponse(output, context)
      return [
        ...startEvents(),
        ...encodeParts(events),
        event(`response.${String(response['status'])}`, { response }),
      ]
    },
    error: ({ message, param = null, code = null }: VendorError) => {
      const response = failedResponse(output, context, { code: responseErrorCode(code), message })
      return [
        ...startEvents(),
        event('error', { code: code === null ? null : String(code), message, param }),
        event('response.failed', { response }),
      ]
    },
  }
}

/** Codes that the vendor sends beyond its schema, by which clients compact, wait or stop. */
const SENT = new Set(['context_length_exceeded', 'insufficient_quota', 'server_is_overloaded'])

/**
 * The `code` of a failed response. The vendor's schema has few codes; the provider's own code is in the
 * preceding event.
 */
function responseErrorCode(code: VendorError['code']): string {
  const text = String(code ?? '')
  if (SENT.has(text)) return text
  if (text === '429' || /rate_limit|quota|throttl/i.test(text)) return 'rate_limit_exceeded'
  return /^4\d\d$|^invalid_(request|prompt)/.test(text) ? 'invalid_prompt' : 'server_error'
}
