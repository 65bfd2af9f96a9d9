// A part of the traffic that is served by the configs of another release.
import type { Plan } from '../../schemas/generated/types.ts'

export interface Canary {
  /** The number of the release, for the log and the metrics. */
  readonly release: number
  /** The start of the digest of its bundle, which replies and records of its calls have in place of that of the plans in use. */
  readonly plan: string
  /** 0 to 99: the part of the calls that it serves. With 0 its decisions are only compared with those of the plans in use. */
  readonly percent: number
  /** The key of the metadata whose value decides, so that a user stays on one side; calls without it are drawn. */
  readonly sticky?: string
  /** The plans that differ from those in use, by the identifiers of their configs. */
  readonly plans: Readonly<Record<string, Plan>>
}

/** All plans that are linked, for checks before that. */
export const withCanaryPlans = (
  plans: Readonly<Record<string, Plan>>,
  canary: Canary | undefined,
): Readonly<Record<string, Plan>> => {
  if (canary === undefined) return plans
  const others = Object.entries(canary.plans).map(
    ([id, plan]) => [`${id} of release ${canary.release}`, plan] as const,
  )
  return { ...plans, ...Object.fromEntries(others) }
}
