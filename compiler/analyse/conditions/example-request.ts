// The part of a request that conditions read, and whether it meets a predicate: what runtime/link/nodes/predicate.ts decides, with
// patterns that are not literals left open.
import type { Field, Predicate } from '../../../schemas/generated/types.ts'
import { compareDecimals } from '../../../schemas/values/decimal.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { literalPattern, matchesLiteral } from './literal-pattern.ts'

export interface ExampleRequest {
  readonly metadata: JsonObject
  /** Fields of the body. */
  readonly params: JsonObject
  readonly path: string
}

export const USUAL_PATH = '/v1/chat/completions'

export const EMPTY_REQUEST: ExampleRequest = { metadata: {}, params: {}, path: USUAL_PATH }

/** Undefined if a pattern that is not a literal decides. */
export function meets(request: ExampleRequest, predicate: Predicate): boolean | undefined {
  switch (predicate.test) {
    case 'always':
      return true
    case 'never':
      return false
    case 'all':
      return joined(request, predicate.of, false)
    case 'any':
      return joined(request, predicate.of, true)
    default: {
      const value = fieldValue(request, predicate.field)
      return value === undefined ? false : testHolds(predicate, value)
    }
  }
}

/** The first part that is `decisive` decides. */
function joined(
  request: ExampleRequest,
  parts: readonly Predicate[],
  decisive: boolean,
): boolean | undefined {
  const results = parts.map(part => meets(request, part))
  if (results.includes(decisive)) return decisive
  return results.includes(undefined) ? undefined : !decisive
}

type FieldTest = Extract<Predicate, { readonly field: unknown }>

function testHolds(test: FieldTest, value: Json): boolean | undefined {
  switch (test.test) {
    case 'equal':
      return value === test.value
    case 'notEqual':
      return value !== test.value
    case 'in':
    case 'notIn':
      return test.values.some(each => each === value) === (test.test === 'in')
    case 'greater':
      return compareDecimals(value, test.value) > 0
    case 'greaterOrEqual':
      return compareDecimals(value, test.value) >= 0
    case 'less':
      return compareDecimals(value, test.value) < 0
    case 'lessOrEqual':
      return compareDecimals(value, test.value) <= 0
    case 'matches': {
      if (typeof value !== 'string') return false
      const literal = literalPattern(test.pattern)
      return literal && matchesLiteral(literal, value)
    }
  }
}

/** The value of a field; undefined where it is missing. */
function fieldValue({ metadata, params, path }: ExampleRequest, field: Field): Json | undefined {
  if (field.from === 'path') return path
  let at: Json | undefined = field.from === 'metadata' ? metadata : params
  for (const step of field.path) {
    if (isList(at)) at = typeof step === 'number' ? at[step] : undefined
    else if (isObject(at)) at = typeof step === 'string' && Object.hasOwn(at, step) ? at[step] : undefined
    else return undefined
  }
  return at
}

/** The request with a value for a field; undefined where another field of it is in the way. */
export function withValue(request: ExampleRequest, field: Field, value: Json): ExampleRequest | undefined {
  if (field.from === 'path') return typeof value === 'string' ? { ...request, path: value } : undefined
  const changed = placed(request[field.from], field.path, value)
  return changed === undefined ? undefined : { ...request, [field.from]: changed }
}

function placed(into: Json | undefined, path: Field['path'], value: Json): Json | undefined {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') {
    if (into !== undefined && !isList(into)) return undefined
    const list = into ?? []
    const inner = placed(list[step], rest, value)
    return inner === undefined
      ? undefined
      : Array.from({ length: Math.max(list.length, step + 1) }, (_, index) =>
          index === step ? inner : (list[index] ?? null),
        )
  }
  if (into !== undefined && !isObject(into)) return undefined
  const inner = placed(into !== undefined && Object.hasOwn(into, step) ? into[step] : undefined, rest, value)
  return inner === undefined ? undefined : { ...into, [step]: inner }
}
