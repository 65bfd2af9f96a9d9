// The contract of a kind of stream that stands for a whole reply and the other way round: a streamed reply is kept
// whole, and told as a stream again to a client that streams. Pure, and total over what providers send.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Body } from '../../body/body.ts'
import type { ServerSentEvent } from '../../streams/server-sent-events.ts'

/** The whole reply that a stream spelt. */
export interface Folded {
  readonly reply: JsonObject
  /** Whether it tells its usage, as a whole reply does; some streams tell it only when asked. */
  readonly counted: boolean
}

/** Grows in place: a copy for each event would cost the square of their number. */
export interface Fold {
  readonly take: (event: ServerSentEvent) => void
  /** `whole` after the regular end; `unsound` once it told of an error, or of something that cannot be folded. */
  readonly state: () => 'open' | 'whole' | 'unsound'
  /** About how many characters are held. */
  readonly weight: () => number
  /** Undefined when the events spell no reply. */
  readonly folded: () => Folded | undefined
}

export interface StreamForm {
  readonly createFold: () => Fold
  /** The bytes of the stream, or undefined where the reply is none that could be streamed. */
  readonly unfold: (reply: JsonObject, usageAsked: boolean) => readonly Uint8Array[] | undefined
  /** False for whole replies that are not the last word of their request. */
  readonly isFinal: (body: Body) => boolean
}
