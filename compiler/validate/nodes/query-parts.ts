// Flattens a query into its parts with their pointers, so that the rules about fields, operators and operands need
// not know how queries nest.

import { queryOperators } from '../../../schemas/generated/facts.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { suggest } from '../../../schemas/values/suggest.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { conditionsOf } from './conditions.ts'
import type { RuleContext } from './rule-context.ts'

export type QueryPart =
  /** A key that names a field of the request. */
  | { readonly part: 'field'; readonly pointer: Pointer; readonly name: string }
  /** An operator below a field, or a bare value, which means equality. */
  | {
      readonly part: 'test'
      readonly pointer: Pointer
      readonly operator: string
      readonly operand: Json
      readonly bare: boolean
    }
  /** `$and` or `$or` with its operands: queries, or tests of one field. */
  | {
      readonly part: 'join'
      readonly pointer: Pointer
      readonly operator: string
      readonly operand: Json
      readonly of: 'queries' | 'tests'
    }
  /** An operator that is not below a field. */
  | { readonly part: 'loose'; readonly pointer: Pointer; readonly operator: string }
  /** An object of fields below a field: `written` is how its first leaf is spelled. */
  | { readonly part: 'nested'; readonly pointer: Pointer; readonly name: string; readonly written: string }
  /** A field without an operator. */
  | { readonly part: 'bare-field'; readonly pointer: Pointer }

const isJoin = (key: string): boolean => key === '$and' || key === '$or'

function* walkTests(value: Json, pointer: Pointer): Generator<QueryPart> {
  if (!isJsonObject(value)) {
    yield { part: 'test', pointer, operator: '$eq', operand: value, bare: true }
    return
  }
  const entries = Object.entries(value)
  if (entries.length === 0) yield { part: 'bare-field', pointer }
  for (const [operator, operand] of entries) {
    const at = childPointer(pointer, operator)
    if (!isJoin(operator)) yield { part: 'test', pointer: at, operator, operand, bare: false }
    else {
      yield { part: 'join', pointer: at, operator, operand, of: 'tests' }
      for (const [index, item] of isJsonArray(operand) ? operand.entries() : [])
        yield* walkTests(item, childPointer(at, index))
    }
  }
}

/** True for an object of fields where tests of one field belong: names that are not meant as operators. */
const isNested = (key: string, value: Json): value is JsonObject =>
  /^(metadata|params)(\.|$)/.test(key) &&
  isJsonObject(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every(name => !name.startsWith('$') && suggest(name, queryOperators).length === 0)

function flatName(key: string, value: Json): string {
  if (!isJsonObject(value)) return key
  const [name] = Object.keys(value)
  return name === undefined || name.startsWith('$')
    ? key
    : flatName(`${key}.${name}`, ownProperty(value, name) ?? null)
}

function* walkQuery(query: JsonObject, pointer: Pointer): Generator<QueryPart> {
  for (const [key, value] of Object.entries(query)) {
    const at = childPointer(pointer, key)
    if (isJoin(key)) {
      yield { part: 'join', pointer: at, operator: key, operand: value, of: 'queries' }
      for (const [index, item] of isJsonArray(value) ? value.entries() : [])
        if (isJsonObject(item)) yield* walkQuery(item, childPointer(at, index))
    } else if (key.startsWith('$')) yield { part: 'loose', pointer: at, operator: key }
    else if (isNested(key, value))
      yield { part: 'nested', pointer: at, name: key, written: flatName(key, value) }
    else {
      yield { part: 'field', pointer: at, name: key }
      yield* walkTests(value, at)
    }
  }
}

/** The queries of a manifest: those of its rules about flows. */
function* partsOfFlowRules(manifest: Json): Generator<QueryPart> {
  const rules = ownProperty(manifest, 'flows')
  for (const [index, rule] of (isJsonArray(rules) ? rules : []).entries()) {
    const query = ownProperty(rule, 'when')
    if (isJsonObject(query)) yield* walkQuery(query, childPointer(childPointer('/flows', index), 'when'))
  }
}

/** The parts of every query of a config or manifest, in order. */
export function* queryParts(context: RuleContext): Generator<QueryPart> {
  if (context.root === 'manifest') {
    yield* partsOfFlowRules(context.parsed.value)
    return
  }
  for (const node of context.nodes)
    for (const { pointer, value } of conditionsOf(context, node)) {
      const query = ownProperty(value, 'query')
      if (isJsonObject(query)) yield* walkQuery(query, childPointer(pointer, 'query'))
    }
}
