// With weights and a cache, hits are not forwarded, so the traffic split differs from the weights.
import { configDefaults } from '../../../schemas/generated/facts.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import {
  type ConfigNode,
  hasProperty,
  isLeaf,
  nearestWithProperty,
  numberProperty,
  objectProperty,
} from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'

const leavesOf = (node: ConfigNode): readonly ConfigNode[] =>
  isLeaf(node) ? [node] : node.targets.flatMap(leavesOf)

export const cacheSkewsWeights: Rule = (context, report) => {
  for (const node of context.nodes) {
    const weightedTarget = node.targets.find(target => hasProperty(target, 'weight'))
    const weights = new Set(
      node.targets.map(target => numberProperty(target, 'weight') ?? configDefaults.weight),
    )
    if (weightedTarget === undefined || weights.size < 2 || strategyMode(context, node) !== 'loadbalance')
      continue
    const holders = leavesOf(node).flatMap(leaf => nearestWithProperty(leaf, 'cache') ?? [])
    const holderNode = holders.find(each => objectProperty(each, 'cache') !== undefined)
    if (holderNode === undefined) continue
    report(
      'cache-skews-weights',
      { key: childPointer(holderNode.pointer, 'cache') },
      'Each target has its own cache and hits are not forwarded, so the traffic split will differ from the weights: the target with more traffic has more hits.',
      {
        notes: [
          { at: { key: childPointer(weightedTarget.pointer, 'weight') }, message: 'weights are set here' },
        ],
      },
    )
  }
}
