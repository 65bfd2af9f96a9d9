// A vendor stream released window by window, each after its evaluation; the source is paused meanwhile. Commits late,
// like the relay: a denial of the first window is a normal reply, later ones are an error event without [DONE] after
// it.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { encodeEvent, parseEvents } from '../../../streams/server-sent-events.ts'
import type { ByteSink, ByteStream } from '../../../values/byte-stream.ts'
import { toVendorError } from '../../../values/error-reply.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import { createWindowSplitter, type StreamWindow } from './split-windows.ts'

export interface WindowListener {
  /** Why the texts must not be released, or undefined when they may. Never rejects. */
  readonly evaluate: (reply: JsonObject) => Promise<Failure | undefined>
  /** The first window passed: this is the stream to send. */
  readonly onCommit: (body: ByteStream) => void
  /** It ended before anything was released: `event` is the provider's error event, if there was one. */
  readonly onFailedBeforeCommit: (reason: WindowFailure) => void
  /** It was aborted after the commit; the client has received an error event. */
  readonly onBroken: (reason: string) => void
}

const bufferExceeded = (maxBytes: number): Failure =>
  failure(
    'invalid_upstream_reply',
    `The provider sent more than ${maxBytes} bytes before a window could be evaluated.`,
    {
      cause: 'too-large',
    },
  )

type WindowFailure = Failure | { readonly event: string }

/** Starts the source; returns a function that cancels it when the client disconnects before the commit. `most`: maximum buffered bytes. */
export function windowStream(body: ByteStream, maxBytes: number, listener: WindowListener): () => void {
  const splitter = createWindowSplitter()
  /** Windows in order: an error waits for the windows before it, so the outcome does not depend on timing. */
  const queue: (StreamWindow | { readonly ending: WindowFailure })[] = []
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
  const emit = (bytes: Uint8Array): void => {
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
    if ('event' in reason) emit(encoder.encode(`data: ${reason.event}\n\n`))
    else {
      emit(encodeEvent({ error: toVendorError(reason) }))
      listener.onBroken(reason.message)
    }
    close()
  }
  const release = ({ bytes, last }: StreamWindow): void => {
    for (const each of bytes) emit(each)
    if (state === 'waiting') {
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
      else if (next.reply === undefined) release(next)
      else void evaluateWindow(next, next.reply)
    }
  }
  const evaluateWindow = async (window: StreamWindow, reply: JsonObject): Promise<void> => {
    isEvaluating = true
    throttle()
    const reason = await listener.evaluate(reply)
    isEvaluating = false
    if (state === 'over') return
    if (reason === undefined) release(window)
    else abort(reason)
    proceed()
    throttle()
  }
  const enqueue = (next: StreamWindow | { readonly ending: WindowFailure }): void => {
    isRead ||= 'ending' in next || next.last
    queue.push(next)
    proceed()
  }
  const parser = parseEvents(event => {
    if (isRead) return
    const window = splitter.push(event)
    if (window === 'error') enqueue({ ending: { event: event.data } })
    else if (window !== undefined) enqueue(window)
    else if (splitter.bufferedBytes() > maxBytes) enqueue({ ending: bufferExceeded(maxBytes) })
  })
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
      if (!isRead) enqueue(splitter.finish())
    },
    fail: reason => {
      if (!isRead) enqueue({ ending: reason })
    },
  })
  return committedStream.cancel
}

const encoder = new TextEncoder()
