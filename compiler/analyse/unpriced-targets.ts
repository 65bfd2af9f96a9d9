// Targets of a plan whose model no list has a price for, as far as the plan decides provider and model: a budget of cost refuses them.
import { models, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type { CallNode, Gateway, Plan, UsagePolicy } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { FREE_PROVIDER, ListedPrices } from '../../schemas/values/priced-name.ts'
import { hasRates, isNamedBy } from '../../schemas/values/written-prices.ts'
import { walkPlan } from '../plan/walk-plan.ts'
import type { CallTarget } from './call-provider.ts'

export interface UnpricedTarget {
  readonly node: CallNode
  /** Where in the config the target comes from. */
  readonly pointer: Pointer
  /** Of a pool, where the call goes to one. */
  readonly member?: string
  /** Of the catalog. */
  readonly provider: string
  readonly model: string
}

/** `prices`: those of the manifest. `targetsOf`: who may get a call, each with its provider of the catalog, undefined where requests decide. */
export function unpricedTargets(
  plan: Plan,
  prices: Gateway['prices'],
  targetsOf: (node: CallNode) => readonly CallTarget[],
): readonly UnpricedTarget[] {
  const listed = new ListedPrices({ models, pricedLike, priceRules })
  return walkPlan(plan).flatMap(({ node, pointer }) => {
    if (node.kind !== 'call') return []
    return targetsOf(node).flatMap(({ call, provider, member }): readonly UnpricedTarget[] => {
      const { model } = call.overrides
      if (provider === undefined || provider === FREE_PROVIDER || typeof model !== 'string') return []
      const names = [provider, ...slugsOf(node), ...slugsOf(call)]
      if (isWritten(prices, names, model) || typeof listed.find(provider, model) !== 'string') return []
      return [{ node, pointer, provider, model, ...(member && { member: member.name }) }]
    })
  })
}

/** Whether the manifest has a price of the model, whatever the day. */
const isWritten = (prices: Gateway['prices'] = [], providers: readonly string[], model: string): boolean =>
  prices.some(price => providers.includes(price.provider) && hasRates(price) && isNamedBy(price, model))

const slugsOf = ({ binding }: CallNode): readonly string[] =>
  binding.from === 'slug' ? [`@${binding.slug}`] : []

/** The first budget that refuses the target. Only conditions on the provider are judged: others depend on the request. */
export const refusingBudget = (
  budgets: readonly UsagePolicy[],
  { provider, node }: UnpricedTarget,
): UsagePolicy | undefined =>
  budgets.find(
    ({ refusesUnpriced, conditions = [] }) =>
      refusesUnpriced === true &&
      conditions.every(({ key, values, excludes = false }) => {
        if (key !== 'provider') return true
        const names = [provider, ...slugsOf(node)]
        return values.some(value => value === '*' || names.includes(value)) !== excludes
      }),
  )

export const UNPRICED_MODEL = 'unpriced-model'

/** What `check` and the API say of such a target. */
export const unpricedMessage = ({ provider, model }: UnpricedTarget, { name }: UsagePolicy): string =>
  `The price of "${model}" at ${provider} is unknown, so the budget "${name}" of cost refuses this target (403). Add the price to "prices" of the manifest, or set "uncounted: allow" for the budget.`
