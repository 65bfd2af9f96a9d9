// The conditions of a strategy as predicates, for the rules that reason about them. Queries with a part that other rules
// reject are left out.
import type { ComparedPredicate, Predicate } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isSatisfiable } from '../../analyse/conditions/solve.ts'
import { lowerQuery } from '../../lower/predicate.ts'
import { foldPredicate } from '../../optimise/fold-predicate.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'
import { conditionsOf } from './conditions.ts'
import type { ConfigNode } from './config-node.ts'
import type { RuleContext } from './rule-context.ts'

export interface LoweredCondition {
  /** The query. */
  readonly pointer: Pointer
  readonly predicate: Predicate
  /** The name of its target. */
  readonly then: unknown
  /** The fields that it reads, as canonical JSON. */
  readonly fields: ReadonlySet<string>
}

const ORDER: ReadonlySet<Predicate['test']> = new Set<Predicate['test']>([
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
])

/** True for a query with a part that other rules reject. */
const isInvalid = (predicate: Predicate): boolean =>
  predicate.test === 'never' ||
  (predicate.test === 'in' && predicate.values.length === 0) ||
  (ORDER.has(predicate.test) && 'value' in predicate && Number.isNaN(Number(predicate.value))) ||
  ('of' in predicate && (predicate.of.length === 0 || predicate.of.some(isInvalid)))

/** Whether no request can meet a query. */
export function contradicts(query: JsonObject): boolean {
  const predicate = lowerQuery(query)
  if (isInvalid(predicate)) return false
  return foldPredicate(predicate).test === 'never' || isSatisfiable([{ predicate, holds: true }]) === 'no'
}

export function loweredConditions(context: RuleContext, node: ConfigNode): readonly LoweredCondition[] {
  return conditionsOf(context, node).flatMap(({ pointer, value }) => {
    const query = ownProperty(value, 'query')
    if (!isJsonObject(query)) return []
    const predicate = lowerQuery(query)
    if (isInvalid(predicate)) return []
    const fields = new Set(fieldsOf(predicate))
    return [{ pointer: childPointer(pointer, 'query'), predicate, then: ownProperty(value, 'then'), fields }]
  })
}

const fieldsOf = (predicate: Predicate): readonly string[] =>
  'of' in predicate
    ? predicate.of.flatMap(fieldsOf)
    : 'field' in predicate
      ? [canonicalJson(predicate.field)]
      : []

/**
 * The conditions of a strategy by what they name, so that the earlier ones that may match the same requests are found without
 * comparing each with each.
 */
export interface RelatedConditions {
  readonly conditions: readonly LoweredCondition[]
  /** The nearest related conditions before the one at an index, the nearest first, at most `limit`. */
  readonly before: (index: number, limit: number) => readonly LoweredCondition[]
}

/** An equality is related to conditions that name its value, or all but it; others to those that read a field that they read. */
export function relateConditions(conditions: readonly LoweredCondition[]): RelatedConditions {
  /** Indexes, ascending: of equalities by field and value, of the others by field. */
  const equalities = new Map<string, Map<unknown, number[]>>()
  const others = new Map<string, number[]>()
  for (const [index, { predicate, fields }] of conditions.entries()) {
    const only = onlyEquality(predicate)
    if (only === undefined) {
      for (const field of fields) listAt(others, field).push(index)
      continue
    }
    const field = canonicalJson(only.field)
    const byValue = equalities.get(field) ?? new Map<unknown, number[]>()
    equalities.set(field, byValue)
    listAt(byValue, only.value).push(index)
  }
  const before = (index: number, limit: number): readonly LoweredCondition[] => {
    const condition = conditions[index]
    if (condition === undefined) return []
    const values = [...valuesOf(condition.predicate)]
    const lists = [...condition.fields].flatMap(field => {
      const byValue = equalities.get(field)
      const equal = byValue === undefined ? [] : values.map(value => byValue.get(value))
      return [others.get(field), ...equal].flatMap(list => lastBelow(list ?? [], index, limit))
    })
    return [...new Set(lists)]
      .sort((one, other) => other - one)
      .slice(0, limit)
      .flatMap(each => conditions[each] ?? [])
  }
  return { conditions, before }
}

/** The same for a pair of conditions. */
export function isRelatedTo(
  { predicate: earlier, fields: read }: LoweredCondition,
  later: LoweredCondition,
): boolean {
  const only = onlyEquality(earlier)
  if (only !== undefined)
    return valuesOf(later.predicate).has(only.value) && later.fields.has(canonicalJson(only.field))
  return [...read].some(field => later.fields.has(field))
}

function listAt<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** The last numbers of an ascending list that are below one, at most `limit`. */
function lastBelow(list: readonly number[], bound: number, limit: number): readonly number[] {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return list.slice(Math.max(0, low - limit), low)
}

function onlyEquality(predicate: Predicate): ComparedPredicate | undefined {
  if ('of' in predicate) {
    const [only, ...others] = predicate.of
    return only === undefined || others.length > 0 ? undefined : onlyEquality(only)
  }
  return predicate.test === 'equal' ? predicate : undefined
}

/** The values that a query names in equalities and lists. */
function valuesOf(predicate: Predicate): ReadonlySet<unknown> {
  const values = new Set<unknown>()
  const add = (part: Predicate): void => {
    if ('of' in part) for (const inner of part.of) add(inner)
    else if ('values' in part) for (const value of part.values) values.add(value)
    else if ('value' in part) values.add(part.value)
  }
  add(predicate)
  return values
}
