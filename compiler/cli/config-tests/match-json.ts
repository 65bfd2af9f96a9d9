// Compares a value with an expected part of it: objects may have more properties, lists have as many items.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'

/** The first place where a value differs from the expectation. */
export interface JsonDifference {
  readonly at: Pointer
  readonly expected: Json
  /** Undefined where nothing is. */
  readonly received: Json | undefined
}

/** `whole`: objects may have no other properties. */
export function differenceOf(
  expected: Json,
  received: Json | undefined,
  whole = false,
  at: Pointer = '',
): JsonDifference | undefined {
  const different = { at, expected, received }
  if (isObject(expected)) {
    if (!isObject(received)) return different
    for (const [name, value] of Object.entries(expected)) {
      const inner = Object.hasOwn(received, name) ? received[name] : undefined
      const found = differenceOf(value, inner, whole, childPointer(at, name))
      if (found !== undefined) return found
    }
    return whole && Object.keys(received).some(name => !Object.hasOwn(expected, name)) ? different : undefined
  }
  if (isList(expected)) {
    if (!isList(received) || received.length !== expected.length) return different
    for (const [index, item] of expected.entries()) {
      const found = differenceOf(item, received[index], whole, childPointer(at, index))
      if (found !== undefined) return found
    }
    return undefined
  }
  return expected === received ? undefined : different
}
