// A whole reply to a request for a stream, as the stream that its client reads: SDKs find no event in JSON, and raise nothing.

import { asObject, isObject, parseJson } from '../../../schemas/values/json.ts'
import { streamFormatOf } from '../../cache/stream-formats/stream-formats.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { streamFromBytes } from '../../values/byte-stream.ts'
import type { Call, Reply } from '../../values/call.ts'
import { rewrittenHeaders } from '../../values/headers.ts'

/** Unchanged where it is not one that a stream can have at its end. */
export function streamWholeReply(reply: Reply, bytes: Uint8Array, endpoint: Endpoint, call: Call): Reply {
  const value = parseJson(new TextDecoder().decode(bytes))
  const requestsUsage = asObject(call.body.field('stream_options'))['include_usage'] === true
  const includesUsage = requestsUsage && call.usageAdded !== true
  const events = isObject(value) ? streamFormatOf(endpoint)?.toEvents(value, includesUsage) : undefined
  if (events === undefined) return reply
  return {
    ...reply,
    headers: rewrittenHeaders(reply.headers, 'text/event-stream'),
    body: streamFromBytes(events),
  }
}
