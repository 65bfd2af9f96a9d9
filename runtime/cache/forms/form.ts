// The contract of a stream format: a streamed reply is aggregated for the cache and converted back to events for a client
// that streams. Pure, and total over whatever providers send.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Body } from '../../body/body.ts'
import type { ServerSentEvent } from '../../streams/server-sent-events.ts'

/** The complete reply of a stream. */
export interface Folded {
  readonly reply: JsonObject
  /** Whether it includes usage; streams of some APIs include it only on request. */
  readonly counted: boolean
}

/** Mutable: copying it for each event would be quadratic. */
export interface Fold {
  readonly take: (event: ServerSentEvent) => void
  /** `whole` after the regular end; `unsound` after an error or an event that cannot be aggregated. */
  readonly state: () => 'open' | 'whole' | 'unsound'
  /** Approximate number of buffered characters. */
  readonly weight: () => number
  /** Undefined when the events do not form a reply. */
  readonly folded: () => Folded | undefined
}

export interface StreamForm {
  readonly createFold: () => Fold
  /** The bytes of the stream; undefined if the reply cannot be converted to one. */
  readonly unfold: (reply: JsonObject, usageAsked: boolean) => readonly Uint8Array[] | undefined
  /** False for replies that are not final. */
  readonly isFinal: (body: Body) => boolean
}
