// Relays an event stream from a provider to a client through a stream transform. Output is buffered until the first
// content event, so that a stream that fails before it can still be retried or fall back. A failure after that
// becomes an error event, without `[DONE]` (semantics, sections 4 and 15).
import type { Json } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { type ByteSink, type ByteStream, concatenate } from '../values/byte-stream.ts'
import { toVendorError } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, type StreamBreak } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'
import type { PartialUsage } from '../values/reported-usage.ts'
import { endsEvent, isOnlyComments } from './server-sent-events.ts'
import { chunkErrorEvent } from './stream-ending.ts'
import type { CreateStreamTransform } from './stream-transform.ts'

/** For the log, which contains no messages of providers: they may repeat the request. */
function errorInWords({ code, type }: VendorError): string {
  const name = [code, type].find(each => typeof each === 'string' && /^[\w.-]{1,64}$/.test(each))
  return `The provider sent an error${name === undefined ? '' : ` (${name})`}.`
}

export interface RelayListener {
  /** The first content arrived; `body` emits the buffered bytes and all further ones. */
  readonly onCommit: (body: ByteStream) => void
  /** The stream failed before its first content. */
  readonly onFailedBeforeCommit: (reason: Failure | VendorError) => void
  readonly onUsage: (usage: Json | PartialUsage) => void
  /** Called with the model of the reply, possibly again. */
  readonly onModel: (name: string) => void
  /**
   * The stream failed after the commit; the error event was sent to the client, by the provider itself if
   * `alreadySent`.
   */
  readonly onBroken: (reason: StreamBreak, alreadySent: boolean) => void
}

/** Number of trailing bytes that show whether an event has ended; they may arrive one at a time. */
const EVENT_END = 3
/** Of longer chunks the end is copied. */
const RETAINED = 4096
const EVENT_SEPARATOR = new Uint8Array([0x0a, 0x0a])
const NO_CONTENT = failure('invalid_upstream_reply', 'The stream ended without any content.', {
  cause: 'cut',
})
const tooMuchBuffered = (limit: number): Failure =>
  failure('invalid_upstream_reply', `The provider sent ${limit} bytes without any content.`, {
    cause: 'too-large',
  })

/** The number of idle timeouts for which events without content, such as pings, hold a stream open. */
const WITHOUT_CONTENT = 5
const idleFor = (milliseconds: number): Failure =>
  failure('timeout', `The provider sent nothing for ${milliseconds} ms.`, { cause: 'timeout' })
const emptyFor = (milliseconds: number): Failure =>
  failure('timeout', `The provider sent no content for ${milliseconds} ms.`, { cause: 'timeout' })

/**
 * Starts the relay. `idle` is the maximum time between events in milliseconds, `limit` the maximum number of bytes
 * buffered before the first content.
 */
export function relay(
  body: ByteStream,
  createStage: CreateStreamTransform,
  clock: Clock,
  idle: number,
  limit: number,
  listener: RelayListener,
): void {
  let buffered: Uint8Array[] = []
  let bufferedBytes = 0
  let last: Uint8Array | undefined
  let sink: ByteSink | undefined
  let state: 'waiting' | 'committed' | 'over' = 'waiting'
  let ended = false
  let paused = false
  let lastEvent = clock.monotonic()
  let lastContent = lastEvent
  /** The output of the current chunk so far. A chunk without output is part of an event. */
  let emitted: 'nothing' | 'comments' | 'events' = 'nothing'
  let stopTimer = (): void => {}

  const emit = (bytes: Uint8Array): void => {
    if (state === 'over') return
    if (!isOnlyComments(bytes)) {
      emitted = 'events'
      if (stage.watchContent === undefined) lastContent = lastEvent
    } else if (emitted === 'nothing') emitted = 'comments'
    if (bytes.length > RETAINED) last = new Uint8Array(bytes.subarray(-EVENT_END))
    else if (last === undefined || bytes.length >= EVENT_END) last = bytes
    else last = concatenate([last.subarray(-EVENT_END), bytes])
    if (sink !== undefined) return sink.chunk(bytes)
    buffered.push(bytes)
    bufferedBytes += bytes.length
    if (bufferedBytes > limit && state === 'waiting') breakOff(tooMuchBuffered(limit), false)
  }
  const wasOnlyComments = (chunk: Uint8Array): boolean =>
    emitted === 'comments' || (emitted === 'nothing' && isOnlyComments(chunk))
  const append = (event: Uint8Array): void =>
    emit(last === undefined || endsEvent(last) ? event : concatenate([EVENT_SEPARATOR, event]))
  const finish = (): void => {
    stopTimer()
    if (state === 'over') return
    ended = true
    if (sink === undefined) return
    state = 'over'
    sink.end()
  }
  const breakOff = (reason: Failure | VendorError, alreadySent: boolean): void => {
    stopTimer()
    if (state === 'waiting') {
      state = 'over'
      body.cancel()
      listener.onFailedBeforeCommit(reason)
    } else if (state === 'committed' && !ended && stage.complete()) {
      body.cancel()
      stage.end()
      finish()
    } else if (state === 'committed' && !ended) {
      const error = isFailure(reason) ? toVendorError(reason) : reason
      // Before the event is sent: the receiver may replace the reply and discard the reason.
      listener.onBroken(isFailure(reason) ? reason : { message: errorInWords(reason) }, alreadySent)
      if (!alreadySent) append(stage.errorEvent?.(error) ?? chunkErrorEvent(error))
      body.cancel()
      finish()
    }
  }
  const stage = createStage({
    emit,
    append,
    content: () => {
      lastContent = clock.monotonic()
      if (state !== 'waiting') return
      state = 'committed'
      watch()
      listener.onCommit(committed)
    },
    error: breakOff,
    usage: listener.onUsage,
    model: listener.onModel,
  })
  const watch = (): void => {
    const left = paused ? idle : idle - (clock.monotonic() - lastEvent)
    stopTimer = clock.after(Math.max(1, left), () => {
      const now = clock.monotonic()
      if (!paused && now - lastEvent >= idle) return breakOff(idleFor(idle), false)
      if (!paused && now - lastContent >= WITHOUT_CONTENT * idle)
        return breakOff(emptyFor(WITHOUT_CONTENT * idle), false)
      stage.watchContent?.()
      watch()
    })
  }
  const committed: ByteStream = {
    start: client => {
      sink = client
      const ready = buffered
      buffered = []
      for (const bytes of ready) client.chunk(bytes)
      if (ended) finish()
    },
    pause: () => {
      paused = true
      body.pause()
    },
    resume: () => {
      paused = false
      lastEvent = clock.monotonic()
      lastContent = lastEvent
      body.resume()
    },
    cancel: () => {
      stopTimer()
      state = 'over'
      body.cancel()
    },
  }
  body.start({
    chunk: bytes => {
      const before = lastEvent
      lastEvent = clock.monotonic()
      emitted = 'nothing'
      if (state !== 'over' && !ended) stage.feed(bytes)
      if (wasOnlyComments(bytes)) lastEvent = before
    },
    end: () => {
      if (state === 'over' || ended) return
      stage.end()
      if (state === 'waiting') breakOff(NO_CONTENT, false)
      finish()
    },
    fail: reason => breakOff(reason, false),
  })
}
