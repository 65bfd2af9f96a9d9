// A budget of cost refuses calls whose price is unknown, so a target with a model that no list prices is never called under it.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { providerOfCall } from '../../analyse/call-provider.ts'
import {
  refusingBudget,
  UNPRICED_MODEL,
  unpricedMessage,
  unpricedTargets,
} from '../../analyse/unpriced-targets.ts'
import { OVERRIDES } from '../nodes/overrides.ts'
import type { PlanRule } from '../nodes/rule-context.ts'

export const budgetsCanPrice: PlanRule = ({ plan, gateway, parsed }, report) => {
  const budgets = gateway.policies?.usages?.filter(policy => policy.refusesUnpriced === true) ?? []
  if (budgets.length === 0) return
  for (const target of unpricedTargets(plan, gateway.prices, node => providerOfCall(node, gateway))) {
    const budget = refusingBudget(budgets, target)
    if (budget === undefined) continue
    const override = childPointer(childPointer(target.pointer, OVERRIDES), 'model')
    report(
      UNPRICED_MODEL,
      parsed.origins.has(override) ? override : target.pointer,
      unpricedMessage(target, budget),
    )
  }
}
