// The conditions of a strategy with their pointers, the names of its targets, and the references that match none of them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { suggest } from '../../../schemas/values/suggest.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { type ConfigNode, hasProperty, stringProperty } from './config-node.ts'
import { type RuleContext, strategyMode } from './rule-context.ts'

export interface ConditionNode {
  readonly pointer: Pointer
  readonly value: JsonObject
}

/** A reference to a target, by a condition's `then` or by `default`. */
export interface TargetReference {
  readonly pointer: Pointer
  readonly name: string
}

/** The conditions that are objects, in order; empty when the mode is not conditional. */
export function conditionsOf(context: RuleContext, node: ConfigNode): readonly ConditionNode[] {
  const list = ownProperty(ownProperty(node.value, 'strategy'), 'conditions')
  if (!isJsonArray(list) || strategyMode(context, node) !== 'conditional') return []
  const at = childPointer(childPointer(node.pointer, 'strategy'), 'conditions')
  return list.flatMap((value, index) =>
    isJsonObject(value) ? [{ pointer: childPointer(at, index), value }] : [],
  )
}

/** Every reference to a target of a conditional strategy. */
export function targetReferences(context: RuleContext, node: ConfigNode): readonly TargetReference[] {
  if (strategyMode(context, node) !== 'conditional') return []
  const strategy = {
    pointer: childPointer(node.pointer, 'strategy'),
    name: ownProperty(ownProperty(node.value, 'strategy'), 'default'),
  }
  const all = conditionsOf(context, node).map(({ pointer, value }) => ({
    pointer: childPointer(pointer, 'then'),
    name: ownProperty(value, 'then'),
  }))
  return [...all, { pointer: childPointer(strategy.pointer, 'default'), name: strategy.name }].flatMap(
    ({ pointer, name }) => (typeof name === 'string' && name !== '' ? [{ pointer, name }] : []),
  )
}

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

/** References that are compared with the names of targets. */
const MAX_COMPARED = 20

/** The references whose targets have the name of another one by mistake: as many names are written twice, and none is like them. */
export function takenTargetReferences(context: RuleContext, node: ConfigNode): readonly TargetReference[] {
  const names = targetNames(node)
  const written = node.targets.filter(target => stringProperty(target, 'name') !== undefined).length
  if (written === names.length) return []
  const unknown = unknownTargetReferences(context, node)
  const missing = new Set(unknown.map(({ name }) => name))
  return missing.size > Math.min(written - names.length, MAX_COMPARED)
    ? []
    : unknown.filter(({ name }) => suggest(name, names).length === 0)
}

/** The references that match no target. */
export function unknownTargetReferences(context: RuleContext, node: ConfigNode): readonly TargetReference[] {
  if (!hasReadableNames(node)) return []
  const names = new Set(targetNames(node))
  return targetReferences(context, node).filter(({ name }) => !names.has(name))
}
