// Facts of an attempt for spans of OpenTelemetry: of its request, and of the provider's reply.
/** As the provider reports them; absent if the reply names none, or was not read that far. */
export interface ReplyFacts {
  id?: string
  model?: string
  /** In the order of the choices; of a stream that passes unchanged, in the order of their arrival. */
  finishReasons?: string[]
}

/** Collects the facts of one attempt's reply from what is read of it for other reasons. */
export interface ReplyFactsReader {
  /** Numbers of the request, such as `temperature`. */
  readonly parameters: Readonly<Record<string, number>> | undefined
  /** What has been found; the same object until the end of the reply. */
  readonly facts: ReplyFacts
  /** Takes a value that was parsed: a whole reply, or an event of a stream, of chats, responses or messages. */
  readonly json: (value: unknown) => void
  /** Takes only the identifier and the model of a chunk. */
  readonly named: (chunk: unknown) => void
  /** Takes a whole reply that passes unparsed. */
  readonly whole: (bytes: Uint8Array) => void
  /** Takes the last bytes of a stream of chats that passes unparsed. */
  readonly tail: (bytes: Uint8Array) => void
}

/** `sent`: the body of the request, or its beginning. */
export type CreateReplyReader = (sent: Uint8Array | undefined) => ReplyFactsReader
