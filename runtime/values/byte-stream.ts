// A body that arrives in chunks, and how to read it as a whole. Push style, because the sockets on both sides push: no
// promise and no object is allocated per chunk.
import { type Failure, failure } from './failures.ts'
import { type MemoryLease, OVERLOADED } from './memory-budget.ts'

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

const READER_FAILED = failure('internal', 'Internal gateway error while reading the reply.')

/** Ends what a reader receives after an exception in it, which may be one that it throws again. */
export function failReader(reader: ByteSink | undefined): void {
  try {
    reader?.fail(READER_FAILED)
  } catch {
    // It would reach the callback of a socket or of a turn, and end the process.
  }
}

/**
 * Buffers a whole body. Calls back once, with all bytes or a failure. `limit` is in bytes; `memory` is charged with them until the request
 * is over.
 */
export function readAll(
  body: ByteStream,
  limit: number,
  done: (result: Uint8Array | Failure) => void,
  memory?: MemoryLease,
): void {
  body.start(new WholeBody(body, limit, done, memory))
}

class WholeBody implements ByteSink {
  readonly #body: ByteStream
  readonly #limit: number
  readonly #done: (result: Uint8Array | Failure) => void
  readonly #memory: MemoryLease | undefined
  #length = 0
  /** Most bodies arrive in one piece. */
  #first: Uint8Array | undefined
  #others: Uint8Array[] | undefined

  constructor(
    body: ByteStream,
    limit: number,
    done: (result: Uint8Array | Failure) => void,
    memory: MemoryLease | undefined,
  ) {
    this.#body = body
    this.#limit = limit
    this.#done = done
    this.#memory = memory
  }

  chunk(bytes: Uint8Array): void {
    this.#length += bytes.length
    const counted = this.#memory === undefined || this.#memory.take(bytes.length)
    if (counted && this.#length <= this.#limit) {
      if (this.#first === undefined) this.#first = bytes
      else {
        this.#others ??= []
        this.#others.push(bytes)
      }
      return
    }
    this.#body.cancel()
    this.#done(counted ? tooLarge(this.#limit) : OVERLOADED)
  }

  end(): void {
    const first = this.#first ?? EMPTY
    this.#done(this.#others === undefined ? first : concatenate([first, ...this.#others]))
  }

  fail(reason: Failure): void {
    this.#done(reason)
  }
}

const EMPTY = new Uint8Array(0)

const tooLarge = (limit: number): Failure =>
  failure('invalid_upstream_reply', `The provider's reply is larger than ${limit} bytes.`, {
    cause: 'too-large',
  })

/** Concatenates byte arrays; a single one is returned without copying. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1 && pieces[0] !== undefined) return pieces[0]
  let length = 0
  for (const piece of pieces) length += piece.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** A stream of bytes that are already in memory. */
export function streamFromBytes(pieces: readonly Uint8Array[]): ByteStream {
  let open = true
  return {
    start: sink => {
      for (const piece of pieces) if (open) sink.chunk(piece)
      if (open) sink.end()
    },
    pause: () => {},
    resume: () => {},
    cancel: () => {
      open = false
    },
  }
}
