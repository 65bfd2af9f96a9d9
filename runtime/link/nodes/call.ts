// Links call nodes: the calls of a provider with their retries, their circuit breaker and the limits of their target.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { Call, Reply, Route } from '../../values/call.ts'
import type { CallLimits, LimitRefusal } from '../../values/call-limits.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import { modelOfPassedPath } from '../../values/native-calls.ts'
import { withUsageAdded } from '../call/added-usage.ts'
import { linkProviderCall, type ProviderCall } from '../call/provider-call.ts'
import type { LinkContext } from '../link-context.ts'
import { sentModels } from '../target/sent-models.ts'
import type { Target } from '../target/target.ts'
import { linkBreaker, linkCircuit } from './breaker.ts'
import type { LinkedCall } from './linked-node.ts'
import { linkRetry } from './retry.ts'

/** `config` identifies its circuits. */
export const linkCall = (
  node: CallNode,
  targetName: string,
  parts: LinkContext,
  config: string,
): LinkedCall =>
  parts.linkPooled?.(node, targetName, parts, config) ?? linkPlainCall(node, targetName, parts, config)

function linkPlainCall(node: CallNode, targetName: string, parts: LinkContext, config: string): LinkedCall {
  const { binding, attempt, breaker: _breaker, ...sent } = node
  const provider = linkProviderCall(binding, attempt.timeout, sent, targetName, parts)
  return linkCallOf(node, provider, targetName, parts, config, true)
}

/** The same around the calls of a provider or a pool. `isLimited`: the limits of targets are not applied below. */
export function linkCallOf(
  { binding, attempt, breaker }: Pick<CallNode, 'binding' | 'attempt' | 'breaker'>,
  provider: ProviderCall,
  targetName: string,
  parts: LinkContext,
  config: string,
  isLimited: boolean,
): LinkedCall {
  const { identify, timeLimit, modelOf, slugOf } = provider
  const { gateway, state } = parts
  const circuitOf =
    breaker && linkCircuit(`${config} ${targetName}`, binding, breaker, provider.find, state.circuits)
  const isOpen = circuitOf && ((call: Call): boolean => circuitOf(call).isOpen())
  const sendOnce =
    breaker === undefined || circuitOf === undefined
      ? provider.send
      : linkBreaker(breaker, circuitOf, targetName, provider.defaultTimeout, provider.send)
  const asksForUsage = gateway.telemetry?.usage === true
  const retried = linkRetry(attempt, sendOnce, parts, isOpen)
  return {
    route: isLimited ? linkTargetLimits(provider, targetName, retried, asksForUsage) : retried,
    ...(isOpen && { isOpen }),
    identify,
    timeLimit,
    recordTarget: call => {
      const model = modelOf(call)
      call.record.slug = slugOf(call)
      if (model !== call.model) call.record.servedModel = model
    },
  }
}

// Limits that depend on the provider: a call is admitted at each target that it reaches. A refused target is a failure of this
// target, so that a fallback may go on. A call without limits is not looked at.

export function linkTargetLimits(
  {
    targetOf,
    modelOf,
    slugOf,
    member,
    otherSlugOf,
  }: Pick<ProviderCall, 'targetOf' | 'modelOf' | 'slugOf' | 'member' | 'otherSlugOf'>,
  targetName: string,
  route: Route,
  /** The log asks for the usage of streams. */
  asksForUsage: boolean,
): Route {
  const send = (limits: CallLimits, call: Call, draw: number): Promise<Reply> => {
    const target = targetOf(call)
    // The route reports why there is none.
    if (isFailure(target)) return route(call, draw)
    const model = modelOf(call) ?? modelOfPassedPath(call)
    const refusal = limits.admit({
      provider: target.spec.id,
      slug: slugOf(call),
      member,
      otherSlug: otherSlugOf?.(call),
      model,
      isRegional: target.isRegional,
      models: () => sentModels(call, target, model),
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
      // A member of another target that was called before has not given this reply.
      call.record.member = undefined
      const reply = failureReply(refusal.failure, targetName, target.spec.id)
      return Promise.resolve({ ...reply, headers: [...reply.headers, ...refusal.headers] })
    }
    return route(limits.isMetered || asksForUsage ? withUsageAdded(call, target) : call, draw)
  }
  const sendUnlimited: Route = asksForUsage
    ? (call, draw) => {
        const target = call.stream ? targetOf(call) : undefined
        return route(target === undefined || isFailure(target) ? call : withUsageAdded(call, target), draw)
      }
    : route
  return (call, draw) => {
    const { limits } = call.record
    return limits === undefined ? sendUnlimited(call, draw) : send(limits, call, draw)
  }
}
