// Lists of statuses and of kinds of errors as what triggers. A status that is always of a listed kind is among the statuses, so that
// its body is not read, and every analysis of statuses knows it.
import { configKinds, statusKinds } from '../../schemas/generated/error-kinds.ts'
import type { ErrorKind, StatusSet } from '../../schemas/generated/types.ts'
import { statusSet } from '../plan/status-set.ts'
import type { Trigger } from '../plan/trigger.ts'

interface TriggerLists {
  readonly on_status_codes?: readonly number[] | undefined
  readonly on_errors?: readonly ErrorKind[] | undefined
}

/** Either list replaces the default. */
export function lowerTrigger(
  { on_status_codes: codes, on_errors: errors }: TriggerLists,
  byDefault: StatusSet,
): Trigger {
  if (errors === undefined) return { onStatus: codes === undefined ? byDefault : statusSet(codes) }
  const listed = new Set(errors)
  const always = statusKinds.flatMap(([status, kind]) => (listed.has(configKinds[kind]) ? [status] : []))
  return {
    onStatus: statusSet([...(codes ?? []), ...always]),
    ...(listed.size === 0 ? {} : { onErrors: [...listed].sort() }),
  }
}
