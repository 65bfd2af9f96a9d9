// Limits that depend on the provider: a call is admitted at each target that it reaches. A refused target is a failure of this
// target, so that a fallback may go on. A call without limits is not looked at.
import type { Binding } from '../../../schemas/generated/types.ts'
import { type Call, isStream, type Reply, type Route } from '../../values/call.ts'
import type { CallLimits, LimitRefusal } from '../../values/call-limits.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { withUsageAdded } from '../call/added-usage.ts'
import type { Target } from '../target/target.ts'

/** `modelOf` gives the model that the target is asked for. */
export function linkTargetLimits(
  binding: Binding,
  targetOf: (call: Call) => Target | Failure,
  modelOf: (call: Call) => string | undefined,
  targetName: string,
  route: Route,
): Route {
  const send = (limits: CallLimits, call: Call, draw: number): Promise<Reply> => {
    const target = targetOf(call)
    // It is the route that says why there is none.
    if (isFailure(target)) return route(call, draw)
    const refusal = limits.admit({
      provider: target.spec.id,
      slug: slugOf(binding, call),
      model: modelOf(call),
    })
    return refusal instanceof Promise
      ? refusal.then(arrived => sendUnlessRefused(arrived, limits, target, call, draw))
      : sendUnlessRefused(refusal, limits, target, call, draw)
  }

  const sendUnlessRefused = (
    refusal: LimitRefusal | undefined,
    limits: CallLimits,
    target: Target,
    call: Call,
    draw: number,
  ): Promise<Reply> => {
    if (refusal !== undefined) {
      const reply = failureReply(refusal.failure, targetName, target.spec.id)
      return Promise.resolve({ ...reply, headers: [...reply.headers, ...refusal.headers] })
    }
    const { attempts } = call.record
    const before = attempts.length
    return route(limits.isMetered ? withUsageAdded(call, target) : call, draw).then(
      reply => {
        const { status, body } = reply
        limits.leave({
          status,
          isStream: isStream(body) && status < 300,
          wasCalled: attempts.length > before,
          body: isStream(body) ? undefined : body,
        })
        return reply
      },
      (bug: unknown) => {
        limits.leave(undefined)
        throw bug
      },
    )
  }
  return (call, draw) => {
    const { limits } = call.record
    return limits === undefined ? route(call, draw) : send(limits, call, draw)
  }
}

/** The slug that names the stored provider of a call. */
function slugOf(binding: Binding, { options: { provider, virtualKey }, slug }: Call): string | undefined {
  if (binding.from === 'slug') return binding.slug
  if (binding.from === 'own') return undefined
  if (provider !== undefined) return provider.startsWith('@') ? provider.slice(1) : undefined
  return virtualKey === undefined ? slug : virtualKey.replace(/^@/, '')
}
