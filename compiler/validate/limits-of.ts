// The rate and usage limits of an object: of the policies of a manifest, or of a key.
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { isJsonArray, ownProperty } from './json-values.ts'

export interface LocatedLimit {
  readonly pointer: Pointer
  readonly value: Json
}

export const limitsOf = (owner: Json | undefined, at: Pointer): readonly LocatedLimit[] =>
  ['rate_limits', 'usage_limits'].flatMap(list => {
    const limits = ownProperty(owner, list)
    return (isJsonArray(limits) ? limits : []).map((value, index) => ({
      pointer: childPointer(childPointer(at, list), index),
      value,
    }))
  })
