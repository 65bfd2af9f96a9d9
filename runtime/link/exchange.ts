// One try of one target: sends the request, watches its time and the client, and hands the head of the reply on.
// Exactly one of the listener's outcomes comes, once. A bug in what reads the reply rejects the try: it must not reach
// the socket that brought the bytes.
import type { Call } from '../call.ts'
import { type Failure, failure } from '../failures.ts'
import type { Ports, UpstreamReply, UpstreamRequest } from '../ports.ts'
import { guarded } from '../streams/guarded.ts'

/** What `receive` is given to end the try: the timer stops and nothing more can happen to it. */
export type Settle<T> = (outcome: T) => void

/**
 * Resolves with what `receive` or `fail` makes of the reply or failure. The time limit holds until `settle` is
 * called: until the last byte of a whole reply, or the first event of a stream.
 */
export function exchange<T>(
  request: UpstreamRequest,
  call: Call,
  milliseconds: number,
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  receive: (reply: UpstreamReply, settle: Settle<T>) => void,
  fail: (failure: Failure) => T,
  /** Hands out `settle` for what ends the try in another way than a reply. */
  begin?: (settle: Settle<T>) => void,
): Promise<T> {
  if (call.cancellation.cancelled()) return Promise.resolve(fail(CLIENT_LEFT))
  return new Promise((resolve, reject) => {
    let open = true
    let body: UpstreamReply['body'] | undefined
    const settle = (outcome: T): void => {
      if (!open) return
      open = false
      stop()
      unsubscribe()
      resolve(outcome)
    }
    const onBug = (bug: unknown): void => {
      if (!open) return
      open = false
      stop()
      unsubscribe()
      reject(bug)
    }
    const giveUp = (reason: Failure): void => {
      if (!open) return
      if (body === undefined) abort()
      else body.cancel()
      settle(fail(reason))
    }
    const stop = clock.after(milliseconds, () =>
      giveUp(
        failure('timeout', `The provider did not answer within ${milliseconds} ms.`, { cause: 'timeout' }),
      ),
    )
    begin?.(settle)
    const unsubscribe = call.cancellation.onCancel(() => giveUp(CLIENT_LEFT))
    const abort = upstream(request, {
      reply: reply => {
        body = reply.body
        if (open) receive({ ...reply, body: guarded(body, onBug) }, settle)
        else body.cancel()
      },
      fail: reason => settle(fail(reason)),
    })
  })
}

/** Nobody reads this reply: it ends retries and fallbacks of a call whose client has gone. */
const CLIENT_LEFT = failure('timeout', 'The client left before the reply came.')
