// How the stream of an API ends: by the events that complete it, or by an event that reports an error.
import { isObject, parseJson } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import type { EndpointFacts } from '../values/endpoints.ts'
import { codeText } from '../values/error-reply.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { encodeEvent, encodeTyped } from './server-sent-events.ts'
import { typedEventNames, typeInJson } from './typed-event-transform.ts'

export interface StreamEnding {
  /** Whether the event completes the stream. */
  readonly completes: (event: ServerSentEvent) => boolean
  /** Whether the event reports an error. */
  readonly isError: (event: ServerSentEvent) => boolean
  /** An error as the client's API reports it; `sent` has the last event before it. */
  readonly errorEvent: (error: VendorError, sent: string) => Uint8Array
}

/** The error event of chunk streams. */
export const chunkErrorEvent = ({ body: _, ...error }: VendorError): Uint8Array =>
  encodeEvent({ error: { type: null, param: null, ...error, code: codeText(error.code) } })

const CHUNKS: StreamEnding = {
  completes: ({ data }) => data === '[DONE]',
  isError: ({ event, data }) => {
    const value = parseJson(data)
    return isObject(value) && ((value['error'] ?? null) !== null || event === 'error')
  },
  errorEvent: chunkErrorEvent,
}

const typedEnding = (format: keyof typeof typedEventNames): StreamEnding => {
  const { endingTypes, errorTypes, errorEvent } = typedEventNames[format]
  const typeOf = ({ event, data }: ServerSentEvent): string => typeInJson(event, data)
  return {
    completes: event => endingTypes.has(typeOf(event)),
    isError: event => errorTypes.has(typeOf(event)),
    errorEvent: (error, sent) => encodeTyped(errorEvent(error, sent)),
  }
}

export const streamEndings: { readonly [F in NonNullable<EndpointFacts['streamFormat']>]: StreamEnding } = {
  chunks: CHUNKS,
  responses: typedEnding('responses'),
  messages: typedEnding('messages'),
  media: typedEnding('media'),
}
