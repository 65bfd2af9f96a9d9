// The deadline of a whole request: all targets, attempts and waits together (semantics, section 8). It holds until the
// reply is complete or its stream has begun. Only requests with the header pay for it.
import { type Call, discard, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'

/** Runs the route for at most `milliseconds`; at the deadline all that runs is cancelled, and the reply is 408. */
export function routeWithin(milliseconds: number, call: Call, route: Route, clock: Clock): Promise<Reply> {
  const cancellation = createCancellation()
  call.cancellation.onCancel(() => cancellation.cancel(call.cancellation.reason?.()))
  return new Promise((resolve, reject) => {
    let expired = false
    const stop = clock.after(milliseconds, () => {
      expired = true
      cancellation.cancel(DEADLINE_PASSED)
      resolve(deadlineReply(milliseconds, call))
    })
    route({ ...call, cancellation }, NO_DRAW).then(
      reply => {
        if (expired) return discard(reply)
        stop()
        resolve(reply)
      },
      (bug: unknown) => {
        stop()
        reject(bug)
      },
    )
  })
}

const DEADLINE_PASSED = failure('timeout', 'The deadline of the request passed before the reply arrived.', {
  cause: 'timeout',
})

/** Names the target of the last attempt, which the deadline has ended. */
function deadlineReply(milliseconds: number, { record: { attempts } }: Call): Reply {
  const last = attempts.at(-1)
  const reason = failure(
    'timeout',
    `The request exceeded its deadline of ${milliseconds} ms, which its request-timeout header set.`,
    {
      cause: 'timeout',
    },
  )
  const reply = failureReply(reason, last?.at, last?.provider)
  const repeated = attempts.filter(({ at }) => at === last?.at).length > 1
  return repeated ? { ...reply, retries: -1 } : reply
}
