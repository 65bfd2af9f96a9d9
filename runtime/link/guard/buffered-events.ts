// A buffered stream as guards see it: its events aggregated to a reply, and converted back to events afterwards.

import { asObject, isObject, parseJson } from '../../../schemas/values/json.ts'
import { streamFormatOf } from '../../cache/stream-formats/stream-formats.ts'
import { textReadersFor } from '../../guardrails/body-texts/endpoint-texts.ts'
import { createContent } from '../../guardrails/engine/content.ts'
import { aggregateUnknownStream } from '../../guardrails/engine/streams/aggregate-unknown-stream.ts'
import { readEvents } from '../../streams/server-sent-events.ts'
import { concatenate } from '../../values/byte-stream.ts'
import type { Call, Reply } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { rewrittenHeaders } from '../../values/headers.ts'
import { vendorError } from '../../wire/error.ts'
import type { BufferedReply } from './buffered-reply.ts'

/** A stream with an error event or without its end is a failure: another target may be called. */
export function bufferEvents({ headers }: Reply, bytes: Uint8Array, call: Call): BufferedReply | Failure {
  const { endpoint } = call
  const readers = textReadersFor(endpoint).reply
  const form = endpoint && streamFormatOf(endpoint)
  const aggregate = form?.createAggregator() ?? aggregateUnknownStream()
  let last = ''
  for (const event of readEvents(bytes)) {
    last = event.data
    aggregate.add(event)
  }
  if (form !== undefined && aggregate.state() !== 'complete') return truncatedStream(last)
  const value = aggregate.reply()?.reply
  const eventsKept = { headers, body: bytes }
  return {
    bytes,
    content:
      form === undefined
        ? createContent('', value, textReadersFor(undefined).reply, {
            textsOnly: true,
            readOnlyReason: 'A stream of this kind cannot be rewritten.',
          })
        : createContent('', value, readers),
    release: left => {
      const pieces =
        left.value === value || !isObject(left.value)
          ? undefined
          : form?.toEvents(left.value, requestsUsage(call))
      return pieces === undefined
        ? eventsKept
        : { headers: rewrittenHeaders(headers, 'text/event-stream'), body: concatenate(pieces) }
    },
  }
}

const requestsUsage = ({ body }: Call): boolean =>
  asObject(body.field('stream_options'))['include_usage'] === true

/** The failure of a truncated stream, from its last event. */
export function truncatedStream(last: string): Failure {
  const event = asObject(parseJson(last))
  const sentError = (event['error'] ?? null) !== null || event['type'] === 'error'
  const { message, code } = sentError
    ? vendorError(event, 502)
    : { message: 'The stream was truncated.', code: null }
  return code === 'timeout'
    ? failure('timeout', message, { cause: 'timeout' })
    : failure('invalid_upstream_reply', message, { cause: 'cut' })
}
