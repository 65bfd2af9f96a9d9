// Limits that depend on the provider: a call is admitted at each target that it reaches. A refused target is a failure of this
// target, so that a fallback may go on. A call without limits is not looked at.
import type { Binding } from '../../../schemas/generated/types.ts'
import { type Call, isStream, type Reply, type Route } from '../../values/call.ts'
import type { CallLimits } from '../../values/call-limits.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'

/** `modelOf` gives the model that the target is asked for. */
export function linkTargetLimits(
  binding: Binding,
  targetOf: (call: Call) => Target | Failure,
  modelOf: (call: Call) => string | undefined,
  targetName: string,
  route: Route,
): Route {
  const send = async (limits: CallLimits, call: Call, draw: number): Promise<Reply> => {
    const target = targetOf(call)
    // It is the route that says why there is none.
    if (isFailure(target)) return await route(call, draw)
    const provider = target.spec.id
    const refusal = await limits.admit({ provider, slug: slugOf(binding, call), model: modelOf(call) })
    if (refusal !== undefined) {
      const reply = failureReply(refusal.failure, targetName, provider)
      return { ...reply, headers: [...reply.headers, ...refusal.headers] }
    }
    const { attempts } = call.record
    const before = attempts.length
    let reply: Reply
    try {
      reply = await route(call, draw)
    } catch (bug) {
      limits.leave(undefined)
      throw bug
    }
    const { status, body } = reply
    limits.leave({
      status,
      isStream: isStream(body) && status < 300,
      wasCalled: attempts.length > before,
      body: isStream(body) ? undefined : body,
    })
    return reply
  }
  return (call, draw) => (call.limits === undefined ? route(call, draw) : send(call.limits, call, draw))
}

/** The slug that names the stored provider of a call. */
function slugOf(binding: Binding, { options: { provider, virtualKey }, slug }: Call): string | undefined {
  if (binding.from === 'slug') return binding.slug
  if (binding.from === 'own') return undefined
  if (provider !== undefined) return provider.startsWith('@') ? provider.slice(1) : undefined
  return virtualKey === undefined ? slug : virtualKey.replace(/^@/, '')
}
