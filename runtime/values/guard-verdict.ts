// Guard results in the shape that clients and logs see as `hook_results`.

import type { PlanFeedback } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'

export interface HookCheckResult {
  readonly id: string
  /** True when it passed, or had an error without `failOnError`. */
  readonly verdict: boolean
  readonly reason: string
  readonly data?: JsonObject
  /** It could not be evaluated; `reason` explains why. */
  readonly error?: true
  readonly transformed?: true
  /** Milliseconds. */
  readonly execution_time: number
}

export interface GuardResult {
  readonly id: string
  readonly type?: string
  /** True when all checks passed. */
  readonly verdict: boolean
  /** Whether this result denies. */
  readonly deny: boolean
  readonly async?: true
  readonly transformed?: true
  readonly checks: readonly HookCheckResult[]
  readonly feedback?: PlanFeedback
  /** Milliseconds. */
  readonly execution_time: number
}

export interface HookResults {
  readonly before_request_hooks: readonly GuardResult[]
  readonly after_request_hooks: readonly GuardResult[]
}
