// Flattens a query into its parts with their pointers, so that the rules about fields, operators and operands need
// not know how queries nest.
import { child, type Pointer } from '../pointer.ts'
import type { Json, JsonObject } from '../source.ts'
import { conditionsOf } from './conditions.ts'
import { isList, isObject, own } from './kind.ts'
import type { Subject } from './subject.ts'

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
  /** A field without an operator. */
  | { readonly part: 'bare-field'; readonly pointer: Pointer }

const isJoin = (key: string): boolean => key === '$and' || key === '$or'

function* walkTests(value: Json, pointer: Pointer): Generator<QueryPart> {
  if (!isObject(value)) {
    yield { part: 'test', pointer, operator: '$eq', operand: value, bare: true }
    return
  }
  const entries = Object.entries(value)
  if (entries.length === 0) yield { part: 'bare-field', pointer }
  for (const [operator, operand] of entries) {
    const at = child(pointer, operator)
    if (!isJoin(operator)) yield { part: 'test', pointer: at, operator, operand, bare: false }
    else {
      yield { part: 'join', pointer: at, operator, operand, of: 'tests' }
      for (const [index, item] of isList(operand) ? operand.entries() : [])
        yield* walkTests(item, child(at, index))
    }
  }
}

function* walkQuery(query: JsonObject, pointer: Pointer): Generator<QueryPart> {
  for (const [key, value] of Object.entries(query)) {
    const at = child(pointer, key)
    if (isJoin(key)) {
      yield { part: 'join', pointer: at, operator: key, operand: value, of: 'queries' }
      for (const [index, item] of isList(value) ? value.entries() : [])
        if (isObject(item)) yield* walkQuery(item, child(at, index))
    } else if (key.startsWith('$')) yield { part: 'loose', pointer: at, operator: key }
    else {
      yield { part: 'field', pointer: at, name: key }
      yield* walkTests(value, at)
    }
  }
}

/** The parts of every query of a config, in order. */
export function* queryParts(subject: Subject): Generator<QueryPart> {
  for (const site of subject.sites)
    for (const { pointer, value } of conditionsOf(subject, site)) {
      const query = own(value, 'query')
      if (isObject(query)) yield* walkQuery(query, child(pointer, 'query'))
    }
}
