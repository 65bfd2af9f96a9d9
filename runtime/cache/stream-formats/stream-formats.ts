// The stream formats by endpoint.
import type { Endpoint } from '../../values/adapter.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { aggregateChunks, toChunkEvents } from './chunks.ts'
import { aggregateMessage, toMessageEvents } from './message.ts'
import { aggregateResponse, isFinalResponse, toResponseEvents } from './response.ts'
import type { StreamFormat } from './stream-format.ts'

const always = (): boolean => true

const formats = {
  chunks: { createAggregator: aggregateChunks, toEvents: toChunkEvents, isFinal: always },
  responses: {
    createAggregator: aggregateResponse,
    toEvents: toResponseEvents,
    isFinal: body => isFinalResponse(body.field('status')),
  },
  messages: { createAggregator: aggregateMessage, toEvents: toMessageEvents, isFinal: always },
} satisfies { readonly [kind: string]: StreamFormat }

/** Undefined for endpoints that never stream, and for image and audio streams, which are not cached. */
export function streamFormatOf(endpoint: Endpoint): StreamFormat | undefined {
  const { streamFormat } = endpointFacts[endpoint]
  return streamFormat === undefined || streamFormat === 'media' ? undefined : formats[streamFormat]
}
