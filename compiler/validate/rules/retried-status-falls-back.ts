// What a target retries is what its fallback goes on for: a retry implies that the failure is temporary, and if it is not, the fallback
// should call the next target.
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, isLeaf, nearestWithProperty, objectProperty } from '../nodes/config-node.ts'
import { type Rule, type RuleContext, strategyMode } from '../nodes/rule-context.ts'
import { listedKinds, statusesOfKind } from '../nodes/trigger-lists.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

/** What an author has listed; the default was not their decision. */
interface TriggerList {
  readonly pointer: Pointer
  readonly codes: readonly unknown[]
  readonly kinds: readonly string[]
}

export const retriedStatusFallsBack: Rule = (context, report) => {
  for (const leaf of context.nodes) {
    if (!isLeaf(leaf)) continue
    const retried = retryList(leaf)
    const fallback = retried && fallbackWithNext(context, leaf)
    const list = fallback && fallbackList(fallback)
    if (retried === undefined || list === undefined) continue
    const missing = [
      ...retried.codes.filter(code => Number(code) >= 300 && !hasCode(list, Number(code))).map(String),
      ...retried.kinds.filter(kind => !hasKind(list, kind)),
    ]
    if (missing.length === 0) continue
    report(
      'retried-without-fallback',
      retried.pointer,
      `${joinNames(missing, 'and')} ${missing.length === 1 ? 'is' : 'are'} retried here, but when the retries fail too the client gets the error: the list of the fallback lacks ${missing.length === 1 ? 'it' : 'them'}.`,
      { notes: [{ at: list.pointer, message: 'the list of the fallback' }] },
    )
  }
}

const hasCode = ({ codes, kinds }: TriggerList, code: number): boolean =>
  codes.includes(code) || kinds.some(kind => statusesOfKind(kind).includes(code))

/** Where all statuses are listed that are always of a kind, its other errors are few. */
function hasKind({ codes, kinds }: TriggerList, kind: string): boolean {
  const statuses = kind === 'connection' ? [502] : statusesOfKind(kind)
  return kinds.includes(kind) || (statuses.length > 0 && statuses.every(status => codes.includes(status)))
}

/** `outer`: beside the holder, where its alias may be written. */
function triggerList(at: Pointer, holder: Json | undefined, outer?: ConfigNode): TriggerList | undefined {
  const inner = ownProperty(holder, 'on_status_codes')
  const codes = inner ?? (outer && ownProperty(outer.value, 'on_status_codes'))
  const kinds = listedKinds(holder)
  const listed = isJsonArray(codes) && codes.every(Number.isInteger) ? codes : []
  if (listed.length + kinds.length === 0) return undefined
  const isOuter = inner === undefined && codes !== undefined && outer !== undefined
  const name = listed.length === 0 ? 'on_errors' : 'on_status_codes'
  return { pointer: childPointer(isOuter ? outer.pointer : at, name), codes: listed, kinds }
}

/** The list of the retry in effect. */
function retryList(leaf: ConfigNode): TriggerList | undefined {
  const holder = nearestWithProperty(leaf, 'retry')
  const retry = holder && objectProperty(holder, 'retry')
  if (holder === undefined || retry === undefined || ownProperty(retry, 'attempts') === 0) return undefined
  return triggerList(childPointer(holder.pointer, 'retry'), retry)
}

const fallbackList = (node: ConfigNode): TriggerList | undefined =>
  triggerList(childPointer(node.pointer, 'strategy'), ownProperty(node.value, 'strategy'), node)

/** The nearest fallback above, if it has a target after this one. */
function fallbackWithNext(context: RuleContext, node: ConfigNode): ConfigNode | undefined {
  const { parent } = node
  if (parent === undefined || strategyMode(context, parent) !== 'fallback')
    return parent && fallbackWithNext(context, parent)
  return parent.targets.at(-1) === node ? undefined : parent
}
