// One exchange with a provider, recorded or of our own: what came back, and what somebody read out of it.

/** What an answer says, in the words of its dialect; each dialect counts usage in its own. */
export interface Observation {
  readonly text?: string
  readonly reasoning?: string
  /** A call without an identifier is given one by the adapter; one without arguments has none. */
  readonly toolCalls?: readonly {
    readonly id: string | null
    readonly name: string
    readonly arguments?: unknown
  }[]
  readonly errorMessage?: string
  readonly errorType?: string | null
}

export interface WireCase<Seen> {
  readonly name: string
  readonly status: number
  /** The model that was asked. */
  readonly model?: string | null
  readonly headers?: readonly string[]
  /** A whole reply, as JSON or as text. */
  readonly body?: unknown
  /** A stream, as its bytes. */
  readonly stream?: Uint8Array
  /** What a client is told of a stream that ends badly. */
  readonly fault?: string | undefined
  readonly observed: Seen
}
