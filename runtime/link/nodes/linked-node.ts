// The result of linking a node: its route, and whether open circuits would reject the call now.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import type { Call, Route } from '../../values/call.ts'
import type { Failure } from '../../values/failures.ts'

/** True when every target the call could reach below the node has an open circuit. Reserves nothing. */
export type IsOpen = (call: Call) => boolean

export interface LinkedNode {
  readonly route: Route
  /** Absent if there is no circuit below, so that choosing among such nodes costs nothing. */
  readonly isOpen?: IsOpen
  /** The node's name in logs: `config.targets[1]`. */
  readonly name?: string
}

/** A linked call node, and what a cache around it needs to build its key. */
export interface LinkedCall extends LinkedNode {
  /** What tells the replies of this node apart in a cache. */
  readonly identify: (call: Call) => CacheIdentity | Failure
  /** Milliseconds that an attempt of a call may take. */
  readonly timeLimit: (call: Call) => number
  /** Records the provider and the model for a call that is answered in their place. */
  readonly recordTarget: (call: Call) => void
}

/** The subtree of a guard node. */
export interface GuardedChild {
  /** The guarded call, directly or below its cache; undefined if there are several. */
  readonly target: CallNode | undefined
  /** `withoutRetries`: without the retries of the call. */
  readonly link: (withoutRetries: boolean) => LinkedNode
}

/** Records for the log which child a node chose, and why. Nothing where a plan is only asked what it would do. */
export function recordStep(
  { record }: Call,
  at: string | undefined,
  to: string | undefined,
  because: string,
): void {
  if (at === undefined) return
  record.steps ??= []
  if (record.steps.length < MAX_STEPS) record.steps.push({ at, to: to ?? at, because })
}

/** Steps of one call that are recorded: of deeper plans, only the first ones. */
const MAX_STEPS = 64

/** Records for the log that a target was skipped. */
export function recordSkipped({ record }: Call, target: string | undefined): void {
  if (target !== undefined) record.skippedTargets = [...(record.skippedTargets ?? []), target]
}

/** A call that is sent although circuits are open, since all of them are (semantics, section 7). */
export const ignoringCircuits = (call: Call): Call =>
  call.ignoreCircuits === true ? call : { ...call, ignoreCircuits: true }
