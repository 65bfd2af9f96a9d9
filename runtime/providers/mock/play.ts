// Delivers a mock reply to its receiver: delays by the clock, respects backpressure and cancellation. Even a reply
// without a delay is delivered after `sendReply` has returned, as from a socket.
import type { Clock, UpstreamReceiver } from '../../ports.ts'
import type { ByteSink, ByteStream } from '../../streams/byte-stream.ts'
import type { MockReply, Outcome } from './reply.ts'

/** Returns a function that cancels the call. */
export function play(outcome: Outcome, receiver: UpstreamReceiver, clock: Clock): () => void {
  if (outcome === 'silence') return () => {}
  let cancelled = false
  let cancelBody = (): void => {}
  const deliver = (): void => {
    if (cancelled) return
    if ('failure' in outcome) {
      receiver.fail(outcome.failure)
      return
    }
    const body = playBody(outcome, clock)
    cancelBody = body.cancel
    receiver.reply({ status: outcome.status, headers: outcome.headers, body })
  }
  const takeBack = soon('failure' in outcome ? 0 : outcome.wait, deliver, clock)
  return () => {
    cancelled = true
    takeBack()
    cancelBody()
  }
}

function soon(milliseconds: number, action: () => void, clock: Clock): () => void {
  if (milliseconds > 0) return clock.after(milliseconds, action)
  queueMicrotask(action)
  return () => {}
}

function playBody(reply: MockReply, clock: Clock): ByteStream {
  let sink: ByteSink | undefined
  let next = 0
  let paused = false
  let over = false
  let flowing = false
  let takeBack: (() => void) | undefined

  const finish = (): void => {
    over = true
    if (reply.broken === undefined) sink?.end()
    else sink?.fail(reply.broken)
  }
  const mayFlow = (): boolean => !paused && !over && takeBack === undefined
  const flow = (): void => {
    // A sink that resumes from within a chunk must not start a second loop.
    if (flowing || sink === undefined) return
    flowing = true
    while (mayFlow()) {
      const piece = reply.pieces[next++]
      if (piece === undefined) finish()
      else sink.chunk(piece)
      if (!over && reply.pause > 0) takeBack = clock.after(reply.pause, wake)
    }
    flowing = false
  }
  const wake = (): void => {
    takeBack = undefined
    flow()
  }
  return {
    start: given => {
      sink = given
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
      takeBack?.()
      takeBack = undefined
    },
  }
}
