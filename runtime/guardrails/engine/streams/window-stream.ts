// A vendor stream released window by window, each after its evaluation; the source is paused meanwhile. Commits late,
// like the relay: a denial of the first window is a normal reply, later ones are an error event without [DONE] after
// it.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { EVENT_TOO_LONG, STREAM_TRUNCATED, UNREADABLE_EVENT } from '../../../streams/event-faults.ts'
import { encodeServerSentEvent, parseEvents } from '../../../streams/server-sent-events.ts'
import type { StreamEnding } from '../../../streams/stream-ending.ts'
import type { Awaitable } from '../../../values/awaitable.ts'
import type { ByteSink, ByteStream } from '../../../values/byte-stream.ts'
import { toVendorError } from '../../../values/error-reply.ts'
import { type Failure, failure, isFailure, type StreamBreak } from '../../../values/failures.ts'
import type { ServerSentEvent } from '../../../values/server-sent-event.ts'
import type { StreamWindow, WindowSplitter } from './split-windows.ts'

export interface WindowListener<Subject = JsonObject> {
  /** Why a window must not be released, or undefined when it may. Never rejects. */
  readonly evaluate: (subject: Subject) => Awaitable<Failure | undefined>
  /** The first window passed: this is the stream to send. */
  readonly onCommit: (body: ByteStream) => void
  /** It ended before anything was released: `event` has the data of the provider's error event, if there was one. */
  readonly onFailedBeforeCommit: (reason: WindowFailure) => void
  /** It was aborted after the commit; the client has received an error event. */
  readonly onBroken: (reason: StreamBreak) => void
}

const bufferExceeded = (maxBytes: number): Failure =>
  failure(
    'invalid_upstream_reply',
    `The provider sent more than ${maxBytes} bytes before a window could be evaluated.`,
    {
      cause: 'too-large',
    },
  )

type WindowFailure = Failure | { readonly event: ServerSentEvent }

/**
 * Starts the source; returns a function that cancels it when the client disconnects before the commit. `maxBytes`: what may be buffered.
 * `ending`: how a stream of this kind ends.
 */
export function windowStream<Subject>(
  body: ByteStream,
  maxBytes: number,
  ending: StreamEnding,
  splitter: WindowSplitter<Subject>,
  listener: WindowListener<Subject>,
): () => void {
  /** Windows in order: an error waits for the windows before it, so the outcome does not depend on timing. */
  const queue: (StreamWindow<Subject> | { readonly ending: WindowFailure })[] = []
  let readyBytes: Uint8Array[] = []
  let sink: ByteSink | undefined
  let state: 'waiting' | 'committed' | 'over' = 'waiting'
  let isRead = false
  let isEvaluating = false
  let clientWaits = false
  let isPaused = false

  const throttle = (): void => {
    const shouldPause = state !== 'over' && (clientWaits || isEvaluating)
    if (shouldPause === isPaused) return
    isPaused = shouldPause
    if (isPaused) body.pause()
    else body.resume()
  }
  let lastSent: Uint8Array = new Uint8Array(0)
  const emit = (bytes: Uint8Array): void => {
    lastSent = bytes
    if (sink === undefined) readyBytes.push(bytes)
    else sink.chunk(bytes)
  }
  const close = (): void => {
    state = 'over'
    sink?.end()
    throttle()
  }
  const abort = (reason: WindowFailure): void => {
    isRead = true
    queue.length = 0
    body.cancel()
    if (state === 'waiting') {
      state = 'over'
      return listener.onFailedBeforeCommit(reason)
    }
    if ('event' in reason) emit(encodeServerSentEvent(reason.event))
    else emit(ending.errorEvent(toVendorError(reason), Buffer.from(lastSent).toString()))
    listener.onBroken('event' in reason ? PROVIDER_ERROR : reason)
    close()
  }
  const release = ({ bytes, last }: StreamWindow<Subject>): void => {
    for (const each of bytes) emit(each)
    if (state === 'waiting' && (bytes.length > 0 || last)) {
      state = 'committed'
      listener.onCommit(committedStream)
    }
    if (last) close()
  }
  const proceed = (): void => {
    while (!isEvaluating && state !== 'over') {
      const next = queue.shift()
      if (next === undefined) return
      if ('ending' in next) abort(next.ending)
      else if (next.subject === undefined) release(next)
      else evaluateWindow(next, next.subject)
    }
  }
  const conclude = (window: StreamWindow<Subject>, reason: Failure | undefined): void => {
    if (reason === undefined) release(window)
    else abort(reason)
  }
  const evaluateWindow = (window: StreamWindow<Subject>, subject: Subject): void => {
    const evaluation = listener.evaluate(subject)
    if (!(evaluation instanceof Promise)) return conclude(window, evaluation)
    isEvaluating = true
    throttle()
    // A stream whose guards cannot be evaluated ends.
    const evaluated = evaluation.catch(() => failure('internal', 'The guards of the stream failed.'))
    void evaluated.then(reason => {
      isEvaluating = false
      if (state === 'over') return
      conclude(window, reason)
      proceed()
      throttle()
    })
  }
  const enqueue = (next: StreamWindow<Subject> | { readonly ending: WindowFailure }): void => {
    isRead ||= 'ending' in next || next.last
    queue.push(next)
    proceed()
  }
  let isComplete = false
  const parser = parseEvents(
    event => {
      if (isRead) return
      isComplete ||= ending.completes(event)
      const window = splitter.push(event)
      if (window === 'error') enqueue({ ending: ending.isError(event) ? { event } : UNREADABLE_EVENT })
      else if (window !== undefined) enqueue(isFailure(window) ? { ending: window } : window)
      if (!isRead && splitter.bufferedCharacters() > maxBytes) enqueue({ ending: bufferExceeded(maxBytes) })
    },
    {
      onTooLong: () => {
        if (!isRead) enqueue({ ending: EVENT_TOO_LONG })
      },
    },
  )
  const committedStream: ByteStream = {
    start: client => {
      sink = client
      const buffered = readyBytes
      readyBytes = []
      for (const bytes of buffered) client.chunk(bytes)
      if (state === 'over') client.end()
    },
    pause: () => {
      clientWaits = true
      throttle()
    },
    resume: () => {
      clientWaits = false
      throttle()
    },
    cancel: () => {
      state = 'over'
      isRead = true
      body.cancel()
    },
  }
  body.start({
    chunk: bytes => {
      if (!isRead) parser.feed(bytes)
    },
    end: () => {
      parser.end()
      if (!isRead) enqueue(isComplete ? splitter.finish() : { ending: STREAM_TRUNCATED })
    },
    fail: reason => {
      if (!isRead) enqueue({ ending: reason })
    },
  })
  return committedStream.cancel
}

/** The stream's reader has recorded it in other words, unless the event was too long for it. */
const PROVIDER_ERROR: StreamBreak = { message: 'The provider sent an error.' }
