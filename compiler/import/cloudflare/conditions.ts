// Conditions of dynamic routes: queries on metadata, the body and headers of a request.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
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

/** Undefined after a report: conditions that a config cannot express. */
export function queryOfConditions(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
): JsonObject | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) {
    context.report(
      'import-not-expressible',
      at,
      'The conditions are not a query, so the branch for requests that do not meet them is used.',
    )
    return undefined
  }
  return queryOf(context, value, at)
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
