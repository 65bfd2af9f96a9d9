// A vendor stream released window by window, each after its evaluation; the source is paused meanwhile. Commits late,
// like the relay: a denial of the first window is a normal reply, later ones are an error event without [DONE] after
// it.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import { vendorErrorOf } from '../../reply.ts'
import type { ByteSink, ByteStream } from '../../streams/byte-stream.ts'
import { encodeEvent, parseEvents } from '../../streams/server-sent-events.ts'
import { cutWindows, type Window } from './cut-windows.ts'

export interface WindowListener {
  /** Why the texts must not be released, or undefined when they may. Never rejects. */
  readonly judge: (reply: JsonObject) => Promise<Failure | undefined>
  /** The first window passed: this is the stream to send. */
  readonly commit: (body: ByteStream) => void
  /** It ended before anything was released: `event` is the provider's error event, if there was one. */
  readonly dead: (reason: Ending) => void
  /** It was aborted after the commit; the client has received an error event. */
  readonly broken: (reason: string) => void
}

const tooMuch = (most: number): Failure =>
  failure(
    'invalid_upstream_reply',
    `The provider sent more than ${most} bytes before a window could be evaluated.`,
    {
      cause: 'too-large',
    },
  )

type Ending = Failure | { readonly event: string }

/** Starts the source; returns a function that cancels it when the client disconnects before the commit. `most`: maximum buffered bytes. */
export function windowed(body: ByteStream, most: number, listener: WindowListener): () => void {
  const cutter = cutWindows()
  /** Windows in order: an error waits for the windows before it, so the outcome does not depend on timing. */
  const waiting: (Window | { readonly ending: Ending })[] = []
  let ready: Uint8Array[] = []
  let sink: ByteSink | undefined
  let state: 'waiting' | 'committed' | 'over' = 'waiting'
  let read = false
  let judging = false
  let clientWaits = false
  let paused = false

  const throttle = (): void => {
    const wanted = state !== 'over' && (clientWaits || judging)
    if (wanted === paused) return
    paused = wanted
    if (paused) body.pause()
    else body.resume()
  }
  const emit = (bytes: Uint8Array): void => {
    if (sink === undefined) ready.push(bytes)
    else sink.chunk(bytes)
  }
  const close = (): void => {
    state = 'over'
    sink?.end()
    throttle()
  }
  const breakOff = (reason: Ending): void => {
    read = true
    waiting.length = 0
    body.cancel()
    if (state === 'waiting') {
      state = 'over'
      return listener.dead(reason)
    }
    if ('event' in reason) emit(encoder.encode(`data: ${reason.event}\n\n`))
    else {
      emit(encodeEvent({ error: vendorErrorOf(reason) }))
      listener.broken(reason.message)
    }
    close()
  }
  const letGo = ({ bytes, last }: Window): void => {
    for (const each of bytes) emit(each)
    if (state === 'waiting') {
      state = 'committed'
      listener.commit(committed)
    }
    if (last) close()
  }
  const proceed = (): void => {
    while (!judging && state !== 'over') {
      const next = waiting.shift()
      if (next === undefined) return
      if ('ending' in next) breakOff(next.ending)
      else if (next.reply === undefined) letGo(next)
      else void judgeOne(next, next.reply)
    }
  }
  const judgeOne = async (window: Window, reply: JsonObject): Promise<void> => {
    judging = true
    throttle()
    const reason = await listener.judge(reply)
    judging = false
    if (state === 'over') return
    if (reason === undefined) letGo(window)
    else breakOff(reason)
    proceed()
    throttle()
  }
  const put = (next: Window | { readonly ending: Ending }): void => {
    read ||= 'ending' in next || next.last
    waiting.push(next)
    proceed()
  }
  const parser = parseEvents(event => {
    if (read) return
    const window = cutter.take(event)
    if (window === 'error') put({ ending: { event: event.data } })
    else if (window !== undefined) put(window)
    else if (cutter.held() > most) put({ ending: tooMuch(most) })
  })
  const committed: ByteStream = {
    start: client => {
      sink = client
      const pieces = ready
      ready = []
      for (const bytes of pieces) client.chunk(bytes)
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
      read = true
      body.cancel()
    },
  }
  body.start({
    chunk: bytes => {
      if (!read) parser.feed(bytes)
    },
    end: () => {
      parser.end()
      if (!read) put(cutter.finish())
    },
    fail: reason => {
      if (!read) put({ ending: reason })
    },
  })
  return committed.cancel
}

const encoder = new TextEncoder()
