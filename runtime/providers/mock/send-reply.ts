// Delivers a mock reply to its receiver: delays by the clock, respects backpressure and cancellation. Even a reply
// without a delay is delivered after `sendReply` has returned, as from a socket.

import type { ByteSink, ByteStream } from '../../values/byte-stream.ts'
import type { Clock, UpstreamReceiver } from '../../values/ports.ts'
import type { MockOutcome, MockReply } from './mock-reply.ts'

/** Returns a function that cancels the call. */
export function sendReply(outcome: MockOutcome, receiver: UpstreamReceiver, clock: Clock): () => void {
  if (outcome === 'silence') return () => {}
  let cancelled = false
  let cancelBody = (): void => {}
  const deliver = (): void => {
    if (cancelled) return
    if ('failure' in outcome) {
      receiver.fail(outcome.failure)
      return
    }
    const body = createBodyStream(outcome, clock)
    cancelBody = body.cancel
    receiver.reply({ status: outcome.status, headers: outcome.headers, body })
  }
  const cancelTimer = schedule('failure' in outcome ? 0 : outcome.delayMs, deliver, clock)
  return () => {
    cancelled = true
    cancelTimer()
    cancelBody()
  }
}

function schedule(milliseconds: number, action: () => void, clock: Clock): () => void {
  if (milliseconds > 0) return clock.after(milliseconds, action)
  queueMicrotask(action)
  return () => {}
}

function createBodyStream(reply: MockReply, clock: Clock): ByteStream {
  let sink: ByteSink | undefined
  let next = 0
  let paused = false
  let over = false
  let flowing = false
  let cancelTimer: (() => void) | undefined

  const finish = (): void => {
    over = true
    if (reply.truncation === undefined) sink?.end()
    else sink?.fail(reply.truncation)
  }
  const mayFlow = (): boolean => !paused && !over && cancelTimer === undefined
  const flow = (): void => {
    // A sink that resumes from within a chunk must not start a second loop.
    if (flowing || sink === undefined) return
    flowing = true
    while (mayFlow()) {
      const piece = reply.chunks[next++]
      if (piece === undefined) finish()
      else sink.chunk(piece)
      if (!over && reply.intervalMs > 0) cancelTimer = clock.after(reply.intervalMs, wake)
    }
    flowing = false
  }
  const wake = (): void => {
    cancelTimer = undefined
    flow()
  }
  return {
    start: newSink => {
      sink = newSink
      flow()
    },
    pause: () => {
      paused = true
    },
    resume: () => {
      paused = false
      flow()
    },
    cancel: () => {
      over = true
      cancelTimer?.()
      cancelTimer = undefined
    },
  }
}
