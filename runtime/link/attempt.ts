// Retries one target while that may help. A call without retry is not wrapped at all.
import type { Attempt } from '../../schemas/generated/types.ts'
import { type Call, discard, type Reply, type Route } from '../call.ts'
import type { Cause } from '../failures.ts'
import type { Ports } from '../ports.ts'
import type { IsOpen } from './linked.ts'
import { LONGEST_WAIT, retryWait } from './retry-wait.ts'
import { linkStatusSet } from './status-test.ts'

/** Network failures, which are retried whatever the status list says. */
const NETWORK: ReadonlySet<Cause | undefined> = new Set<Cause>([
  'dns',
  'refused',
  'reset',
  'tls',
  'cut',
  'connect',
])

/** The body of a reply whose client disconnected. */
const NOTHING = new Uint8Array(0)

/** `isOpen`: whether the target's circuit is open, which ends retries unless the call ignores circuits. */
export function linkAttempt(
  attempt: Attempt,
  ask: Route,
  { chance, clock }: Pick<Ports, 'chance' | 'clock'>,
  isOpen: IsOpen = () => false,
  /** Derives the call of the second and later attempts. */
  later: (call: Call) => Call = call => call,
): Route {
  if (attempt.tries === 0) return ask
  const retried = linkStatusSet(attempt.on)
  const again = (reply: Reply): boolean => retried(reply.status) || NETWORK.has(reply.failure?.cause)
  return async (call, draw) => {
    let waited = 0
    for (let extra = 0; ; extra += 1) {
      const reply = await ask(extra === 0 ? call : later(call), draw)
      // The provider was not called: waiting would not close the circuit sooner.
      if (reply.failure?.code === 'circuit_open') return reply
      // The gateway itself is out of memory: another reply would be paid for and rejected as well.
      if (reply.failure?.code === 'overloaded') return reply
      if (!again(reply)) return extra === 0 ? reply : { ...reply, retries: extra }
      // A body that was streamed through cannot be sent again.
      if (call.body.rest?.taken === true) return reply
      const over = extra === attempt.tries || (call.forced !== true && isOpen(call))
      if (over || call.cancellation.cancelled()) return { ...reply, retries: -1 }
      const wait = retryWait(reply, extra + 1, attempt.useRetryAfter, chance, clock.now())
      waited += wait
      if (waited > LONGEST_WAIT) return { ...reply, retries: -1 }
      // Before the wait: an unread reply would fill memory and occupy its connection meanwhile.
      discard(reply)
      if (!(await pause(wait, call, clock))) return { ...reply, body: NOTHING, retries: -1 }
    }
  }
}

/** Resolves to false when the client disconnects during the wait. */
function pause(milliseconds: number, { cancellation }: Call, clock: Ports['clock']): Promise<boolean> {
  return new Promise(resolve => {
    const stop = clock.after(milliseconds, () => {
      unsubscribe()
      resolve(true)
    })
    const unsubscribe = cancellation.onCancel(() => {
      stop()
      resolve(false)
    })
  })
}
