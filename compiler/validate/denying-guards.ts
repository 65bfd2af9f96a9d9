// Where a guard is configured to deny, in any of the three spellings.

import type { JsonObject } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { ownProperty } from './json-values.ts'

export interface Denials {
  /** The keys that deny when a check fails. */
  readonly failed: readonly Pointer[]
  /** The key that denies when all pass. */
  readonly passed: readonly Pointer[]
}

/** The pointers of `deny: true` in a guard. */
export function denialsOf({
  pointer,
  value,
}: {
  readonly pointer: Pointer
  readonly value: JsonObject
}): Denials {
  const denyPointers = (name: string): readonly Pointer[] =>
    ownProperty(ownProperty(value, name), 'deny') === true
      ? [childPointer(childPointer(pointer, name), 'deny')]
      : []
  const plain = ownProperty(value, 'deny') === true ? [childPointer(pointer, 'deny')] : []
  return { failed: [...plain, ...denyPointers('on_fail')], passed: denyPointers('on_success') }
}

/** True when a streamed reply is buffered until the guard has decided. */
export function buffersStream(guard: { readonly pointer: Pointer; readonly value: JsonObject }): boolean {
  const { failed, passed } = denialsOf(guard)
  const stream = ownProperty(guard.value, 'stream')
  const denies = failed.length + passed.length > 0 && ownProperty(guard.value, 'async') !== true
  return denies && (stream === undefined || stream === 'hold')
}
