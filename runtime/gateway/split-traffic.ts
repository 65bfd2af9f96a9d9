// Splits the traffic of a config between the plan in use and that of a canary: by the value of a metadata key, so that the same user
// always gets the same plan, or else by a random number. A canary of 0 % serves nothing: its decisions are only compared.
import type { Call, Route } from '../values/call.ts'
import type { Canary } from '../values/canary.ts'
import type { Ports } from '../values/ports.ts'
import type { CompareDecisions } from './compare-decisions.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/** Digits of a hash that decide: enough for even shares. */
const DIGITS = 8
const RANGE = 16 ** DIGITS

export function splitTraffic(
  stable: ResolvedConfig,
  canary: ResolvedConfig,
  { release, plan, percent, sticky }: Canary,
  { random, hash }: Pick<Ports, 'random' | 'hash'>,
  compare: CompareDecisions,
): ResolvedConfig {
  const share = percent / 100
  const served = { release, plan }
  /** The position of the call between 0 and 1. The name of the config is part of the hash, so that two canaries choose different users. */
  const positionOf = ({ metadata }: Call): number => {
    const value = sticky === undefined ? undefined : metadata[sticky]
    if (value === undefined || value === null) return random()
    const digits = hash(`${stable.name} ${JSON.stringify(value)}`).slice(0, DIGITS)
    return Number.parseInt(digits, 16) / RANGE
  }
  const split =
    (own: Route, other: Route): Route =>
    (call, draw) => {
      if (share === 0 || positionOf(call) >= share) {
        compare(call)
        return own(call, draw)
      }
      call.record.canary = served
      return other(call, draw)
    }
  const { routeForKey } = stable
  return {
    ...stable,
    route: split(stable.route, canary.route),
    ...(routeForKey && {
      routeForKey: guards => split(routeForKey(guards), canary.routeForKey?.(guards) ?? canary.route),
    }),
  }
}
