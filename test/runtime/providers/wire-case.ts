// One exchange with a provider, recorded or a fixture: the reply, and the facts extracted from it.

/** The content of a reply in native terms; each dialect has its own usage. */
export interface Observation {
  readonly text?: string
  readonly reasoning?: string
  /** The adapter generates missing call ids; a call without arguments has none. */
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
  /** The requested model. */
  readonly model?: string | null
  readonly headers?: readonly string[]
  /** A whole reply, as JSON or as text. */
  readonly body?: unknown
  /** A stream as bytes. */
  readonly stream?: Uint8Array
  /** The error message of a stream that ends with one. */
  readonly errorMessage?: string | undefined
  readonly observed: Seen
}
