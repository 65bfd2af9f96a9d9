// Serves a call under the limits that concern it: it is admitted or refused, and what it used is settled when its reply ends.
import type { CallFacts } from '../limits/call-facts.ts'
import type { HeadReservation } from '../limits/head-reservation.ts'
import type { LimitedCall } from '../limits/limited-call.ts'
import type { Limiter } from '../limits/limiter.ts'
import { type Call, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import type { LimitRefusal } from '../values/call-limits.ts'
import { failureReply } from '../values/error-reply.ts'
import { modelOfPassedPath } from '../values/native-calls.ts'
import { ANONYMOUS, type Caller } from './authenticate.ts'
import type { AdmittedRequest } from './request.ts'

/** What passes through has no endpoint: the name that checks have for it too. */
const PASSED_THROUGH = 'proxy'

/** `config` is the identifier of a saved config; `requested` the model as the client named it. */
export const callFacts = (
  call: Call,
  { id, limitProfile }: Caller,
  requested: string | undefined,
  config: string | undefined,
): CallFacts => ({
  workspace: call.workspace,
  apiKey: id === ANONYMOUS.id ? undefined : id,
  limitProfile,
  model: requested ?? modelOfPassedPath(call),
  config,
  endpoint: call.endpoint ?? PASSED_THROUGH,
  metadata: call.metadata,
})

/** Reserves what the key of a request decides, if it is one for a model. */
export const reserveHead = (
  limits: Limiter | undefined,
  { caller, service }: Pick<AdmittedRequest, 'caller' | 'service'>,
): HeadReservation | undefined =>
  service === undefined
    ? limits?.reserveHead({
        workspace: caller.workspace,
        apiKey: caller.id === ANONYMOUS.id ? undefined : caller.id,
        limitProfile: caller.limitProfile,
      })
    : undefined

export function serveLimited(
  limits: LimitedCall,
  call: Call,
  route: Route,
  head?: HeadReservation,
): Promise<Reply> {
  const refusal = limits.begin(head)
  return refusal instanceof Promise
    ? refusal.then(arrived => serveUnlessRefused(arrived, limits, call, route))
    : serveUnlessRefused(refusal, limits, call, route)
}

function serveUnlessRefused(
  refusal: LimitRefusal | undefined,
  limits: LimitedCall,
  call: Call,
  route: Route,
): Promise<Reply> {
  if (refusal !== undefined) return Promise.resolve(refusalReply(refusal))
  // A deadline may pass while a target is called, of which no attempt is recorded yet.
  if (limits.dependsOnTargets || call.options.requestTimeout !== undefined || call.upgrade === true)
    call.record.limits = limits
  return route(call, NO_DRAW).then(
    reply => limits.finish(reply),
    (bug: unknown) => {
      limits.abandon()
      throw bug
    },
  )
}

/** The reply of a call that its limits refuse. */
export function refusalReply({ failure, headers }: LimitRefusal): Reply {
  const reply = failureReply(failure)
  return { ...reply, headers: [...reply.headers, ...headers] }
}
