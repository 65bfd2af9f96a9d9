// Retries one target while that may help. A call without retry is not wrapped at all.
import { LEAST_SHARE, longestWait, MAX_WAIT } from '../../../compiler/plan/retry-waits.ts'
import type { Attempt } from '../../../schemas/generated/types.ts'
import { type AttemptWait, type Call, discard, type Reply, type Route } from '../../values/call.ts'
import type { Cause } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { retryAfter } from '../../values/retry-after.ts'
import type { LinkContext } from '../link-context.ts'
import type { IsOpen } from './linked-node.ts'
import { linkTrigger } from './status-set.ts'

/** Network failures, which are retried regardless of the status list. */
export const NETWORK_FAILURES: ReadonlySet<Cause | undefined> = new Set<Cause>([
  'dns',
  'refused',
  'reset',
  'tls',
  'tls-expired',
  'tls-host',
  'tls-issuer',
  'cut',
  'connect',
  'proxy',
])

/** The body of a reply whose client disconnected. */
const NO_BODY = new Uint8Array(0)

/** `isOpen`: whether the target's circuit is open, which ends retries unless the call ignores circuits. */
export function linkRetry(
  {
    retries,
    onStatus,
    onErrors,
    exceptTimeouts,
    useRetryAfter,
    maxWait = MAX_WAIT,
  }: Pick<Attempt, 'retries' | 'onStatus' | 'onErrors' | 'exceptTimeouts' | 'useRetryAfter' | 'maxWait'>,
  sendOnce: Route,
  { ports: { random, clock }, linkErrorKinds }: Pick<LinkContext, 'ports' | 'linkErrorKinds'>,
  isOpen: IsOpen = () => false,
  /** Derives the call of the second and later attempts. */
  onRetry: (call: Call) => Call = call => call,
): Route {
  if (retries === 0) return sendOnce
  const triggers = linkTrigger(onStatus, onErrors, linkErrorKinds)
  // Another attempt after a timeout takes as long again: only a config that lists 408 itself asks for that.
  const isExcepted = ({ failure }: Reply): boolean => exceptTimeouts === true && failure?.code === 'timeout'
  // What the target sent is paid for, and would be the same again.
  const isLasting = ({ failure }: Reply): boolean =>
    failure?.lasting === true || failure?.cause === 'too-large'
  const shouldRetry = (reply: Reply): boolean =>
    !isLasting(reply) &&
    ((triggers(reply) !== undefined && !isExcepted(reply)) || NETWORK_FAILURES.has(reply.failure?.cause))
  return async (call, draw) => {
    let waited = 0
    for (let retry = 0; ; retry += 1) {
      const reply = await sendOnce(retry === 0 ? call : onRetry(call), draw)
      // The provider was not called: waiting would not close the circuit sooner.
      if (reply.failure?.code === 'circuit_open') return reply
      // The gateway itself is out of memory: another reply would be paid for and rejected as well.
      if (reply.failure?.code === 'overloaded') return reply
      if (!shouldRetry(reply)) return retry === 0 ? reply : { ...reply, retries: retry }
      // A body that was streamed through cannot be sent again.
      if (call.body.remainder?.consumed === true) return reply
      const exhausted = retry === retries || (call.ignoreCircuits !== true && isOpen(call))
      if (exhausted || call.cancellation.cancelled()) return { ...reply, retries: -1 }
      const wait = retryWait(reply, retry + 1, useRetryAfter, random, clock.now())
      waited += wait.milliseconds
      const isTooLong = wait.because === 'retry-after' && wait.milliseconds > maxWait
      if (isTooLong || waited > MAX_WAIT) return { ...reply, retries: -1 }
      // Before the wait: an unread reply would fill memory and occupy its connection meanwhile.
      discard(reply)
      recordWait(call, wait)
      if (!(await pause(wait.milliseconds, call, clock))) return { ...reply, body: NO_BODY, retries: -1 }
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

/** The wait before retry `extra` (1 is the first). The provider's headers count on every status that is retried. */
function retryWait(
  reply: Reply,
  extra: number,
  useRetryAfter: boolean,
  random: () => number,
  now: number,
): AttemptWait {
  const retryAfterMs = useRetryAfter ? retryAfter(reply, now) : undefined
  if (retryAfterMs !== undefined) return { milliseconds: retryAfterMs, because: 'retry-after' }
  const longest = longestWait(extra, reply.status === 429)
  return { milliseconds: longest * (LEAST_SHARE + random() * (1 - LEAST_SHARE)), because: 'backoff' }
}

/** Adds the wait to the attempt that it follows. */
function recordWait({ record: { attempts } }: Call, wait: AttemptWait): void {
  const last = attempts.at(-1)
  if (last !== undefined)
    attempts[attempts.length - 1] = {
      ...last,
      wait: { ...wait, milliseconds: Math.round(wait.milliseconds) },
    }
}
