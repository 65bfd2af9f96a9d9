// A status that a target retries is one that its fallback goes on for: a retry says that the status passes, and when it does not,
// the next target is what the fallback is for.
import { joinNames } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, isLeaf, nearestWithProperty, objectProperty } from '../config-node.ts'
import { ownProperty } from '../json-values.ts'
import type { Rule } from '../rule.ts'
import { type RuleContext, strategyMode } from '../rule-context.ts'

interface StatusList {
  readonly pointer: Pointer
  readonly codes: readonly unknown[]
}

export const retriedStatusFallsBack: Rule = (context, report) => {
  for (const leaf of context.nodes) {
    if (!isLeaf(leaf)) continue
    const retried = retryList(leaf)
    const fallback = retried && fallbackWithNext(context, leaf)
    const list = fallback && fallbackList(fallback)
    if (retried === undefined || list === undefined) continue
    const missing = retried.codes
      .filter(code => Number(code) >= 300 && !list.codes.includes(code))
      .map(String)
    if (missing.length === 0) continue
    report(
      'retried-without-fallback',
      retried.pointer,
      `${joinNames(missing, 'and')} ${missing.length === 1 ? 'is' : 'are'} retried here, but when the retries fail too the client gets the error: the list of the fallback lacks ${missing.length === 1 ? 'it' : 'them'}.`,
      { notes: [{ at: list.pointer, message: 'the list of the fallback' }] },
    )
  }
}

function statusList(pointer: Pointer, codes: unknown): StatusList | undefined {
  return Array.isArray(codes) && codes.length > 0 && codes.every(Number.isInteger)
    ? { pointer, codes }
    : undefined
}

/** The list that a retry in force states; the default is no decision of the author. */
function retryList(leaf: ConfigNode): StatusList | undefined {
  const holder = nearestWithProperty(leaf, 'retry')
  const retry = holder && objectProperty(holder, 'retry')
  if (holder === undefined || retry === undefined || ownProperty(retry, 'attempts') === 0) return undefined
  const at = childPointer(childPointer(holder.pointer, 'retry'), 'on_status_codes')
  return statusList(at, ownProperty(retry, 'on_status_codes'))
}

function fallbackList(node: ConfigNode): StatusList | undefined {
  const at = childPointer(childPointer(node.pointer, 'strategy'), 'on_status_codes')
  return (
    statusList(at, ownProperty(ownProperty(node.value, 'strategy'), 'on_status_codes')) ??
    statusList(childPointer(node.pointer, 'on_status_codes'), ownProperty(node.value, 'on_status_codes'))
  )
}

/** The nearest fallback above, if it has a target after this one. */
function fallbackWithNext(context: RuleContext, node: ConfigNode): ConfigNode | undefined {
  const { parent } = node
  if (parent === undefined || strategyMode(context, parent) !== 'fallback')
    return parent && fallbackWithNext(context, parent)
  return parent.targets.at(-1) === node ? undefined : parent
}
