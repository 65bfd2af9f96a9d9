// The value of a source at a path.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'

/** Undefined where there is none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value
  for (const token of path) {
    if (isList(found)) found = found[Number(token)]
    else if (isObject(found) && Object.hasOwn(found, token)) found = found[token]
    else return undefined
  }
  return found
}
