// The strings of messages that are templates. The structure of messages, roles and the types of their parts are not: they are
// what they are whatever the variables contain.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'

/** Strings with these names decide what a message is, and are never rendered. */
export const LITERAL_NAMES: ReadonlySet<string> = new Set(['role', 'type'])

/** Each template of a value with its pointer. */
export function* templateStrings(value: Json, pointer: Pointer): Generator<readonly [Pointer, string]> {
  if (typeof value === 'string') yield [pointer, value]
  else if (isList(value))
    for (const [index, item] of value.entries()) yield* templateStrings(item, childPointer(pointer, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value))
      if (!(LITERAL_NAMES.has(name) && typeof item === 'string'))
        yield* templateStrings(item, childPointer(pointer, name))
}
