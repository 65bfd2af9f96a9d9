// The contract of a stream format: a streamed reply is aggregated for the cache and converted back to events for a client
// that streams. Pure, and total over whatever providers send.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { Body } from '../../values/body/body.ts'
import type { ServerSentEvent } from '../../values/server-sent-event.ts'

/** The complete reply of a stream. */
export interface AggregatedReply {
  readonly reply: JsonObject
  /** Whether it includes usage; streams of some APIs include it only on request. */
  readonly hasUsage: boolean
}

/** Mutable: copying it for each event would be quadratic. */
export interface StreamAggregator {
  /** `value`: the JSON of its data, where that is known. */
  readonly add: (event: ServerSentEvent, value?: Json) => void
  /** `complete` after the regular end; `failed` after an error or an event that cannot be aggregated. */
  readonly state: () => 'open' | 'complete' | 'failed'
  /** Approximate number of buffered characters. */
  readonly size: () => number
  /** Undefined when the events do not form a reply. */
  readonly reply: () => AggregatedReply | undefined
}

export interface StreamFormat {
  readonly createAggregator: () => StreamAggregator
  /** The bytes of the stream; undefined if the reply cannot be converted to one. */
  readonly toEvents: (reply: JsonObject, includeUsage: boolean) => readonly Uint8Array[] | undefined
  /** False for replies that are not final. */
  readonly isFinal: (body: Body) => boolean
}
