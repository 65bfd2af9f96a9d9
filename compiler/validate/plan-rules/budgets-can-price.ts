// A budget of cost refuses calls whose price is unknown, so a target with a model that no list prices is never called under it.
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { CallNode, Gateway, UsagePolicy } from '../../../schemas/generated/types.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { FREE_PROVIDER, ListedPrices } from '../../../schemas/values/priced-name.ts'
import { providerOfCall } from '../../analyse/call-provider.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import { OVERRIDES } from '../overrides.ts'
import type { PlanRule } from '../plan-rule.ts'

export const budgetsCanPrice: PlanRule = ({ plan, gateway, parsed }, report) => {
  const budgets = gateway.policies?.usages?.filter(policy => policy.refusesUnpriced === true) ?? []
  if (budgets.length === 0) return
  const listed = new ListedPrices({ models, pricedLike })
  for (const { node, pointer } of walkPlan(plan)) {
    if (node.kind !== 'call') continue
    const provider = providerOfCall(node, gateway)
    const { model } = node.overrides
    if (provider === undefined || provider === FREE_PROVIDER || typeof model !== 'string') continue
    if (isWritten(gateway, provider, model)) continue
    if (typeof listed.find(provider, model) !== 'string') continue
    const budget = budgets.find(policy => mayConcern(policy, provider, node))
    if (budget === undefined) continue
    const override = childPointer(childPointer(pointer, OVERRIDES), 'model')
    report(
      'unpriced-model',
      parsed.origins.has(override) ? override : pointer,
      `The price of "${model}" at ${provider} is unknown, so the budget "${budget.name}" of cost refuses this target (403). Add the price to "prices" of the manifest, or set "uncounted: allow" for the budget.`,
    )
  }
}

/** Whether the manifest has a price of the model, whatever the day. */
const isWritten = ({ prices = [] }: Pick<Gateway, 'prices'>, provider: string, model: string): boolean =>
  prices.some(
    price =>
      price.provider === provider &&
      (price.model.endsWith('*') ? model.startsWith(price.model.slice(0, -1)) : price.model === model),
  )

/** False where its conditions on the provider exclude the target. Others depend on the request. */
const mayConcern = ({ conditions = [] }: UsagePolicy, provider: string, { binding }: CallNode): boolean =>
  conditions.every(({ key, values, excludes = false }) => {
    if (key !== 'provider') return true
    const names = binding.from === 'slug' ? [provider, `@${binding.slug}`] : [provider]
    return values.some(value => value === '*' || names.includes(value)) !== excludes
  })
