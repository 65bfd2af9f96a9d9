// Conditions of dynamic routes: queries on metadata, the body and headers of a request.

import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import type { ImportContext } from '../import-context.ts'

const OPERATORS = new Set([
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$regex',
  '$and',
  '$or',
])

/** Operators that a missing value meets in the source, and in no query here, with those that it never meets. */
const NEGATIONS: Readonly<Record<string, string>> = byForeignName({ $ne: '$eq', $nin: '$in' })

export interface Conditions {
  readonly query: JsonObject
  /** Whether requests that meet the query take the branch for those that do not meet the conditions. */
  readonly isNegated: boolean
}

/** Undefined after a report: conditions that a config cannot express. */
export function queryOfConditions(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
): Conditions | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) {
    context.report(
      'import-not-expressible',
      at,
      'The conditions are not a query, so the branch for requests that do not meet them is used.',
    )
    return undefined
  }
  const query = queryOf(context, value, at)
  if (query === undefined) return undefined
  const negation = negationOf(query)
  if (negation !== undefined) return { query: negation, isNegated: true }
  if (/"\$n(?:e|in)":/.test(JSON.stringify(query)))
    context.report(
      'import-approximated',
      at,
      'A value that is missing meets no operator here, $ne and $nin included. Requests without it may take the other branch.',
    )
  return { query, isNegated: false }
}

/** The query that is met where this one is not, if it has only operators that a missing value meets. */
function negationOf(query: JsonObject): JsonObject | undefined {
  const parts = Object.entries(query).flatMap(([key, value]): readonly (JsonObject | undefined)[] => {
    if (key !== '$and' && key !== '$or')
      return isObject(value)
        ? Object.entries(value).map(([operator, operand]) => {
            const opposite = NEGATIONS[operator]
            return opposite === undefined ? undefined : { [key]: { [opposite]: operand } }
          })
        : [undefined]
    const negations = asList(value).map(part => negationOf(asObject(part)))
    if (negations.some(each => each === undefined)) return [undefined]
    return [{ [key === '$and' ? '$or' : '$and']: negations as readonly JsonObject[] }]
  })
  const [first] = parts
  if (parts.some(each => each === undefined)) return undefined
  return parts.length === 1 ? first : { $or: parts as readonly JsonObject[] }
}

function queryOf(context: ImportContext, query: JsonObject, at: Pointer): JsonObject | undefined {
  const result: Record<string, Json> = {}
  for (const [key, value] of Object.entries(query)) {
    if (key === '$and' || key === '$or') {
      const parts = (isList(value) ? value : []).map(part =>
        isObject(part) ? queryOf(context, part, at) : undefined,
      )
      if (parts.some(part => part === undefined)) return undefined
      result[key] = parts as readonly JsonObject[]
      continue
    }
    const name = key
      .replace(/^(?:request\.)?body\./, 'params.')
      .replace(/^(?:request\.)?metadata\./, 'metadata.')
    const unknown = isObject(value)
      ? Object.keys(value).find(operator => !OPERATORS.has(operator))
      : undefined
    if (!/^(?:metadata|params)\../.test(name) || unknown !== undefined) {
      context.report(
        'import-not-expressible',
        childPointer(at, key),
        unknown === undefined
          ? `Conditions read metadata and the body, not "${key}". The branch for requests that do not meet them is used.`
          : `There is no operator "${unknown}" here. The branch for requests that do not meet the condition is used.`,
      )
      return undefined
    }
    result[name] = value
  }
  return result
}
