// A body that arrives piece by piece. Push style, because the sockets on both sides push: no promise and no object
// is made per chunk.
import type { Failure } from '../failures.ts'

export interface ByteSink {
  readonly chunk: (bytes: Uint8Array) => void
  /** The body is whole. Nothing comes after it. */
  readonly end: () => void
  /** The body broke off. Nothing comes after it. */
  readonly fail: (failure: Failure) => void
}

export interface ByteStream {
  /** Starts the flow into the sink; called exactly once. Chunks may come before it returns. */
  readonly start: (sink: ByteSink) => void
  /** Asks the source to wait; chunks already on their way may still come. */
  readonly pause: () => void
  readonly resume: () => void
  /** Gives the body up and frees its connection. The sink hears nothing more. Harmless after the end. */
  readonly cancel: () => void
}
