// In a conjunction, bounds of one field contradict each other when no number lies between them.
import type { Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'

interface Interval {
  readonly low: number
  readonly high: number
  /** True when the bound itself does not hold. */
  readonly openLow: boolean
  readonly openHigh: boolean
}

const EVERYTHING: Interval = { low: -Infinity, high: Infinity, openLow: false, openHigh: false }

/** True when the order comparisons of a field, with its equality to a number, leave no number. */
export function boundsContradict(parts: readonly Predicate[]): boolean {
  const intervals = new Map<string, Interval>()
  for (const part of parts) {
    const narrowed = narrow(part, key => intervals.get(key) ?? EVERYTHING)
    if (narrowed === undefined) continue
    const [field, interval] = narrowed
    if (isEmpty(interval)) return true
    intervals.set(field, interval)
  }
  return false
}

const isEmpty = ({ low, high, openLow, openHigh }: Interval): boolean =>
  low > high || (low === high && (openLow || openHigh))

function narrow(
  part: Predicate,
  known: (field: string) => Interval,
): readonly [string, Interval] | undefined {
  if (!('value' in part) || (part.test === 'equal' && typeof part.value !== 'number')) return undefined
  const value = Number(part.value)
  const field = canonicalJson(part.field)
  if (Number.isNaN(value)) return undefined
  switch (part.test) {
    case 'greater':
      return [field, above(known(field), value, true)]
    case 'greaterOrEqual':
      return [field, above(known(field), value, false)]
    case 'less':
      return [field, below(known(field), value, true)]
    case 'lessOrEqual':
      return [field, below(known(field), value, false)]
    case 'equal':
      return [field, below(above(known(field), value, false), value, false)]
    default:
      return undefined
  }
}

const above = (interval: Interval, low: number, openLow: boolean): Interval =>
  low > interval.low || (low === interval.low && openLow) ? { ...interval, low, openLow } : interval

const below = (interval: Interval, high: number, openHigh: boolean): Interval =>
  high < interval.high || (high === interval.high && openHigh) ? { ...interval, high, openHigh } : interval
