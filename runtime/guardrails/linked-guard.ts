// A guard in memory: its checks linked and put into groups, so that a request only walks them.
import type { GuardUse } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import type { Cancellation } from '../cancellation.ts'
import type { CheckPorts, Judge } from './check.ts'
import type { Scope } from './content.ts'

/** Makes what one check may do while it judges: questions end with the cancellation. */
export type OpenPorts = (call: Call, cancellation: Cancellation) => CheckPorts

export interface LinkedCheck {
  readonly id: string
  readonly judge: Judge
  readonly open: OpenPorts
  readonly scope: Scope
  readonly failOnError: boolean
  /** How long it may take. */
  readonly milliseconds: number
  /** Whether it may replace what it looks at. */
  readonly rewrites: boolean
}

export interface LinkedGuard
  extends Pick<GuardUse, 'id' | 'type' | 'deny' | 'async' | 'stream' | 'onFail' | 'onSuccess'> {
  /** Tells guards apart: equal ones find the same in the same content. */
  readonly digest: string
  /** The checks of a group run side by side, the groups in order. */
  readonly groups: readonly (readonly LinkedCheck[])[]
  /** Whether a failed check ends it: what follows could change nothing. */
  readonly stops: boolean
  readonly rewrites: boolean
  readonly readsTexts: boolean
}

/** Guards that run side by side; those of the next stage wait for them. */
export type Stage = readonly LinkedGuard[]
