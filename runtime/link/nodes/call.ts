// Links call nodes: the calls of a provider with their retries, their circuit breaker and the limits of their target.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { linkProviderCall, type ProviderCall, type SentSettings } from '../call/provider-call.ts'
import type { LinkContext } from '../link-context.ts'
import { linkCircuit } from '../target/circuit-lookup.ts'
import { linkBreaker } from './breaker.ts'
import type { LinkedNode } from './linked-node.ts'
import { linkRetry } from './retry.ts'
import { linkTargetLimits } from './target-limits.ts'

/** A linked call node, and what a cache around it needs to build its key. */
export interface LinkedCall extends LinkedNode, Pick<ProviderCall, 'identify' | 'timeLimit'> {
  /** Records the provider and the model for a call that is answered in their place. */
  readonly recordTarget: (call: Call) => void
}

/** `config` identifies its circuits. */
export function linkCall(
  {
    binding,
    attempt,
    breaker,
    ...sent
  }: Pick<CallNode, 'binding' | 'attempt' | 'breaker' | keyof SentSettings>,
  targetName: string,
  parts: LinkContext,
  config: string,
): LinkedCall {
  const provider = linkProviderCall(binding, attempt.timeout, sent, targetName, parts)
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
  return {
    route: linkTargetLimits(provider, targetName, linkRetry(attempt, sendOnce, parts, isOpen), asksForUsage),
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
