// How long guards take at most, which of them hold a stream, and which checks wait for a service.
import type { GuardUse } from '../../schemas/generated/types.ts'
import type { Catalog } from '../facts/catalog.ts'
import { type Bound, bounded, type NoBound } from './bound.ts'

/** Milliseconds after which a check counts as an error. */
const CHECK_TIMEOUT = 10_000

/** Whether a check waits for a service: others compute only, which takes no time to speak of. */
export type CallsService = (check: string) => boolean

/** One guard after the other, and one check after the other: guards that rewrite wait for each other, so no less is certain. */
export const guardTime = (guards: readonly GuardUse[], callsService: CallsService): Bound =>
  bounded(
    guards
      .filter(({ async }) => !async)
      .flatMap(({ checks }) => checks)
      .reduce((sum, { id, timeout = CHECK_TIMEOUT }) => sum + (callsService(id) ? timeout : 0), 0),
  )

/** The guard for which the first content of a stream has to wait. */
export function heldStream(guards: readonly GuardUse[]): NoBound | undefined {
  const guard = guards.find(({ async, stream }) => !async && stream !== 'end')
  return guard && { reason: { kind: 'held-stream', guard: guard.id }, pointer: '' }
}

/** Of a catalog: a custom check may, and so may one that the catalog does not know. */
export const callsServiceBy =
  ({ check }: Pick<Catalog, 'check'>): CallsService =>
  id => {
    const facts = check(id)
    return facts === undefined || facts.module !== undefined || facts.timeLimit !== undefined
  }
