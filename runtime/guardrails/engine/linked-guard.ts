// A linked guard: its checks linked and grouped, so that a request only iterates over them.
import type { GuardCheck, GuardUse } from '../../../schemas/generated/types.ts'
import type { Evaluate, WindowRewrite } from '../check.ts'
import type { TextScope } from './content.ts'

export interface LinkedCheck extends Pick<GuardCheck, 'id' | 'credentials'> {
  /** Whether a caller wrote it, whose hosts are not those of the manifest. */
  readonly byCaller: boolean
  readonly evaluate: Evaluate
  readonly scope: TextScope
  /** Whether it reads text files that are attached. */
  readonly files: boolean
  readonly failOnError: boolean
  /** Timeout. */
  readonly timeoutMs: number
  /** Whether it may rewrite its input. */
  readonly rewrites: boolean
  /** How it rewrites a stream in windows; absent if it does not. */
  readonly windows?: WindowRewrite
}

export interface LinkedGuard
  extends Pick<
    GuardUse,
    'id' | 'type' | 'deny' | 'denialMessage' | 'async' | 'stream' | 'onFail' | 'onSuccess'
  > {
  /** Identifies the guard: equal guards have equal results for equal content. */
  readonly digest: string
  /** The checks of a group run concurrently, the groups in order. */
  readonly groups: readonly (readonly LinkedCheck[])[]
  /** Whether the first failed check ends it, because later checks cannot change the outcome. */
  readonly stopsAtFailure: boolean
  /** Whether it runs beside the call. */
  readonly beside: boolean
  readonly rewrites: boolean
  readonly readsTexts: boolean
}

/** Guards that run concurrently; the next stage waits for them. */
export type GuardStage = readonly LinkedGuard[]
