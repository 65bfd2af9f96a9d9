// Rules about the budgets of a manifest.
import { pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { Bound } from '../../analyse/bound.ts'
import { poolOfCall, targetsOfCall } from '../../analyse/call-provider.ts'
import { type Envelope, envelopesOf, innermost } from '../../analyse/envelope.ts'
import { callsServiceBy } from '../../analyse/guard-time.ts'
import {
  refusingBudget,
  UNPRICED_MODEL,
  unpricedMessage,
  unpricedTargets,
} from '../../analyse/unpriced-targets.ts'
import type { ParsedSource } from '../../source.ts'
import { OVERRIDES } from '../nodes/overrides.ts'
import type { PlanRule } from '../nodes/rule-context.ts'
import { formatDollars, formatMilliseconds, formatNoBound } from '../reporting/format-bound.ts'

/** One budget: its bound in the envelope, and how it is named. */
interface Budget {
  readonly name: 'calls' | 'time' | 'cost'
  readonly most: number | undefined
  readonly boundOf: (envelope: Envelope) => Bound
  readonly format: (value: number) => string
  /** `A request may ...`. */
  readonly verb: string
}

/** No request takes more than the budgets of the manifest; what is not decided cannot hold. */
export const budgetsHold: PlanRule = ({ plan, gateway, budgets, catalog, parsed }, report) => {
  if (Object.keys(budgets).length === 0) return
  const envelopes = envelopesOf(plan, { gateway, callsService: callsServiceBy(catalog) })
  const root = envelopes[plan.root.node]
  if (root === undefined) return
  const list: readonly Budget[] = [
    {
      name: 'calls',
      most: budgets.calls,
      boundOf: ({ calls }) => ({ most: calls }),
      format: value => pluralize(value, 'call'),
      verb: 'make',
    },
    {
      name: 'time',
      most: budgets.time,
      boundOf: longer,
      format: formatMilliseconds,
      verb: 'take',
    },
    {
      name: 'cost',
      most: budgets.cost,
      boundOf: ({ cost }) => cost,
      format: formatDollars,
      verb: 'cost',
    },
  ]
  for (const { name, most, boundOf, format, verb } of list) {
    if (most === undefined) continue
    const bound = boundOf(root)
    const known = 'most' in bound ? bound.most : bound.atLeast
    if (known > most) {
      const exceeds = (envelope: Envelope): boolean => {
        const each = boundOf(envelope)
        return ('most' in each ? each.most : each.atLeast) > most
      }
      report(
        'budget-exceeded',
        settingAt(parsed, innermost(plan, envelopes, exceeds)),
        `A request may ${verb} ${'most' in bound ? '' : 'more than '}${format(known)}; the budget "${name}" of the manifest is ${format(most)}.`,
      )
    } else if ('none' in bound)
      report(
        'budget-not-decided',
        plan.root.path + bound.none.pointer,
        `Whether a request stays within the budget "${name}" of ${format(most)} is not decided, because ${formatNoBound(bound.none)}.`,
      )
  }
}

/** A reply may be streamed or not. */
const longer = ({ time, firstContent }: Envelope): Bound =>
  'none' in firstContent || ('most' in time && time.most < firstContent.most) ? firstContent : time

/** What makes a node take what it does: its retries or its strategy; else the node. */
function settingAt({ origins }: ParsedSource, pointer: Pointer): Pointer {
  const settings = ['retry', 'strategy'].map(name => childPointer(pointer, name))
  return settings.find(each => origins.has(each)) ?? pointer
}

/** A pool that picks by cost compares the prices of its members. */
export const poolsCanCompareCosts: PlanRule = ({ plan, gateway, parsed }, report) => {
  if (!Object.values(gateway.pools ?? {}).some(({ pick }) => pick === 'cost')) return
  const unpriced = unpricedTargets(plan, gateway.prices, node => {
    const isCompared = poolOfCall(node, gateway)?.pick === 'cost'
    return isCompared ? targetsOfCall(node, gateway) : []
  })
  for (const { pointer, provider, model, member } of unpriced) {
    const override = childPointer(childPointer(pointer, OVERRIDES), 'model')
    report(
      'unpriced-member',
      parsed.origins.has(override) ? override : pointer,
      `The price of ${quoteName(model)} at ${provider} is unknown, so the pool cannot compare its member ${quoteName(member ?? '')} with the others by cost.`,
    )
  }
}

/** A budget of cost refuses calls whose price is unknown, so a target with a model that no list prices is never called under it. */
export const budgetsCanPrice: PlanRule = ({ plan, gateway, parsed }, report) => {
  const budgets = gateway.policies?.usages?.filter(policy => policy.refusesUnpriced === true) ?? []
  if (budgets.length === 0) return
  for (const target of unpricedTargets(plan, gateway.prices, node => targetsOfCall(node, gateway))) {
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
