// Where a guard is configured to deny, in any of the three spellings, and what that means for streams.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ConfiguredCheck, rewritingOf, streamMode } from '../../lower/stream-mode.ts'
import { ownProperty } from '../values/json-values.ts'

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

/** How the guard treats a streamed reply, and whether it may change what the client receives. */
export function streamUseOf({
  pointer,
  value,
  checks,
}: {
  readonly pointer: Pointer
  readonly value: JsonObject
  readonly checks: readonly ConfiguredCheck[]
}): StreamUse {
  const { failed, passed } = denialsOf({ pointer, value })
  const denies = failed.length > 0 ? 'failed' : passed.length > 0 ? 'passed' : 'never'
  const rewrites = checks.some(check => rewritingOf(check) !== 'never')
  const stream = ownProperty(value, 'stream')
  const given = stream === 'hold' || stream === 'window' || stream === 'end' ? stream : undefined
  const enforces = (denies !== 'never' || rewrites) && ownProperty(value, 'async') !== true
  const isRefused = given === 'window' && checks.some(({ facts }) => facts?.streaming === false)
  return {
    denies: denies !== 'never',
    enforces: enforces && !isRefused,
    mode: streamMode(given, denies, checks),
  }
}

export interface StreamUse {
  readonly denies: boolean
  /** It denies or rewrites before the reply is sent, in a mode that its checks support. */
  readonly enforces: boolean
  readonly mode: 'hold' | 'window' | 'end'
}

/** True when a streamed reply is buffered until the guard has decided. */
export const buffersStream = ({ enforces, mode }: StreamUse): boolean => enforces && mode === 'hold'
