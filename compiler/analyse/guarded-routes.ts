// What the guards around a target add to its outcomes, and what they make of a stream that is cut (semantics, section 10).
import type { GuardUse, StatusSet } from '../../schemas/generated/types.ts'
import { hasStatus } from '../plan/status-set.ts'
import type { GuardOutcomeKind } from './outcome.ts'
import { guardsOf, type PlanRoute } from './routes.ts'

const isBlocking = ({ async }: GuardUse): boolean => !async
const denies = (use: GuardUse): boolean => isBlocking(use) && use.deny !== 'never'
/** A guard that does not deny makes a success 246. One without checks never fails. */
const mayFail = (use: GuardUse): boolean => isBlocking(use) && use.checks.length > 0 && use.deny === 'never'

/** The outcomes that the guards of a route can cause. */
export function guardOutcomesOf(route: PlanRoute): readonly GuardOutcomeKind[] {
  const guards = guardsOf(route)
  const before = guards.flatMap(guard => guard.before)
  const after = guards.flatMap(guard => guard.after)
  return [
    ...(before.some(denies) ? (['request-denied'] as const) : []),
    ...(after.some(denies) ? (['reply-denied'] as const) : []),
    ...(before.some(mayFail) ? (['request-failed'] as const) : []),
    ...(after.some(mayFail) ? (['reply-failed'] as const) : []),
  ]
}

/** What a guard makes of a stream that is cut after its first content. */
export type CutStream =
  /** The client has part of it: nothing can be repeated. */
  | 'sent'
  /** It was held until its end: the cut is a failure like one before the first content. */
  | 'held'
  /** Released window by window: sent or held, by whether the first window was released. */
  | 'either'

export function cutStreamOf(route: PlanRoute): CutStream {
  const streams = guardsOf(route)
    .flatMap(({ after }) => after)
    .filter(isBlocking)
    .map(({ stream }) => stream)
  if (streams.includes('hold')) return 'held'
  return streams.includes('window') ? 'either' : 'sent'
}

/** The statuses that guards give to replies. */
const GUARD_STATUSES = [446, 246]

/**
 * Whether the retries of the call are around its output guards: where they list a status of guards, a reply that was denied
 * is requested again.
 */
export function retriesCoverGuards({ call: { attempt }, steps }: Pick<PlanRoute, 'call' | 'steps'>): boolean {
  const above = steps.findLast(({ node }) => node.kind !== 'cache')?.node
  return (
    above?.kind === 'guard' &&
    above.after.some(isBlocking) &&
    attempt.retries > 0 &&
    GUARD_STATUSES.some(status => hasStatus(attempt.onStatus, status))
  )
}

/** Whether a class consists of statuses that guards give, and providers do not. */
export const hasOnlyGuardStatuses = (statuses: StatusSet): boolean =>
  statuses.every(([low, high]) => low === high && GUARD_STATUSES.includes(low))
