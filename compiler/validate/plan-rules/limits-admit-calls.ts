// The longest reply that a config requests is within the limits of tokens: a call reserves it.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { namesTarget, targetsOfCall } from '../../analyse/call-provider.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import { OVERRIDES } from '../nodes/overrides.ts'
import type { PlanRule } from '../nodes/rule-context.ts'

const CAPS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

export const limitsAdmitCalls: PlanRule = ({ plan, gateway, parsed }, report) => {
  const { rates = [], usages = [] } = gateway.policies ?? {}
  const limits = [
    ...rates.map(({ value, ...limit }) => ({ ...limit, most: value })),
    ...usages.map(({ limit: most, ...limit }) => ({ ...limit, most })),
  ].filter(({ type }) => type === 'tokens')
  if (limits.length === 0) return
  for (const { node, pointer } of walkPlan(plan)) {
    if (node.kind !== 'call') continue
    for (const { call, provider } of targetsOfCall(node, gateway)) {
      const name = CAPS.find(each => typeof call.overrides[each] === 'number')
      const cap = name === undefined ? undefined : call.overrides[name]
      const limit = limits.find(
        each =>
          Number(cap) > each.most &&
          (each.conditions ?? []).every(({ key, values, excludes = false }) =>
            key === 'provider'
              ? namesTarget(values, call, provider) !== excludes
              : values.includes('*') && !excludes,
          ),
      )
      if (name === undefined || limit === undefined) continue
      const at = childPointer(childPointer(pointer, OVERRIDES), name)
      report(
        'limit-below-one-call',
        parsed.origins.has(at) ? at : pointer,
        `A call reserves ${String(cap)} tokens for its reply, and the limit ${quoteName(limit.name)} of the manifest is ${limit.most}: only one call at a time is admitted, while nothing else counts.`,
      )
    }
  }
}
