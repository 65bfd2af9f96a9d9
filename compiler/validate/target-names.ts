// The names of a node's targets, and the references that match none of them.
import { type TargetReference, targetReferences } from './conditions.ts'
import { type ConfigNode, hasProperty, stringProperty } from './config-node.ts'
import type { RuleContext } from './rule-context.ts'

/** The names of the targets, in order, without duplicates. */
export function targetNames(node: ConfigNode): readonly string[] {
  return Array.from(new Set(node.targets.flatMap(target => stringProperty(target, 'name') ?? [])))
}

/**
 * True when every name is readable: a misspelled or mistyped `name` was reported already, and further errors would be
 * noise.
 */
export const hasReadableNames = (node: ConfigNode): boolean =>
  node.targets.length > 0 &&
  node.targets.every(target => !hasProperty(target, 'name') || stringProperty(target, 'name') !== undefined)

/** The references that match no target. */
export function unknownTargetReferences(context: RuleContext, node: ConfigNode): readonly TargetReference[] {
  if (!hasReadableNames(node)) return []
  const names = new Set(targetNames(node))
  return targetReferences(context, node).filter(({ name }) => !names.has(name))
}
