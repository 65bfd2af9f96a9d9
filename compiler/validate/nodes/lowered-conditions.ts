// The conditions of a strategy as predicates, for the rules that reason about them. Queries with a part that other rules
// reject are left out.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isSatisfiable } from '../../analyse/conditions/satisfiable.ts'
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
  /** The fields that it reads, as canonical texts. */
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
