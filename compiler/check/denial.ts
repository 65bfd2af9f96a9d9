// Where a guard is configured to deny, in any of the three spellings.
import { child, type Pointer } from '../pointer.ts'
import type { JsonObject } from '../source.ts'
import { own } from './kind.ts'

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
  const at = (name: string): readonly Pointer[] =>
    own(own(value, name), 'deny') === true ? [child(child(pointer, name), 'deny')] : []
  const plain = own(value, 'deny') === true ? [child(pointer, 'deny')] : []
  return { failed: [...plain, ...at('on_fail')], passed: at('on_success') }
}

/** True when a streamed reply is buffered until the guard has decided. */
export function holdsStreams(guard: { readonly pointer: Pointer; readonly value: JsonObject }): boolean {
  const { failed, passed } = denialsOf(guard)
  const stream = own(guard.value, 'stream')
  const denies = failed.length + passed.length > 0 && own(guard.value, 'async') !== true
  return denies && (stream === undefined || stream === 'hold')
}
