// A body that arrives in chunks. Push style, because the sockets on both sides push: no promise and no object is
// allocated per chunk.
import type { Failure } from './failures.ts'

export interface ByteSink {
  readonly chunk: (bytes: Uint8Array) => void
  /** The body is complete. No call follows. */
  readonly end: () => void
  /** The body was truncated. No call follows. */
  readonly fail: (failure: Failure) => void
}

export interface ByteStream {
  /** Starts the flow into the sink; called exactly once. Chunks may arrive before it returns. */
  readonly start: (sink: ByteSink) => void
  /** Backpressure; chunks already in flight may still arrive. */
  readonly pause: () => void
  readonly resume: () => void
  /** Cancels the body and frees its connection. The sink is not called again. No effect after the end. */
  readonly cancel: () => void
}
