// In a conjunction, bounds of one field contradict each other when no number lies between them.
import type { Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { compareDecimals, decimalNumber } from '../../schemas/values/decimal.ts'

interface Bound {
  readonly value: unknown
  /** True when the bound itself does not hold. */
  readonly isOpen: boolean
}

interface Interval {
  readonly low?: Bound
  readonly high?: Bound
}

/** True when the order comparisons of a field, with its equality to a number, leave no number. */
export function boundsContradict(parts: readonly Predicate[]): boolean {
  const intervals = new Map<string, Interval>()
  for (const part of parts) {
    const bounds = boundsOf(part)
    if (bounds === undefined || !('field' in part)) continue
    const field = canonicalJson(part.field)
    const known = intervals.get(field)
    const interval = { ...known, ...tighter('low', known, bounds), ...tighter('high', known, bounds) }
    if (isEmpty(interval)) return true
    intervals.set(field, interval)
  }
  return false
}

function isEmpty({ low, high }: Interval): boolean {
  if (low === undefined || high === undefined) return false
  const order = compareDecimals(low.value, high.value)
  return order > 0 || (order === 0 && (low.isOpen || high.isOpen))
}

function boundsOf(part: Predicate): Interval | undefined {
  if (!('value' in part) || (part.test === 'equal' && typeof part.value !== 'number')) return undefined
  const { value } = part
  if (Number.isNaN(decimalNumber(value))) return undefined
  switch (part.test) {
    case 'greater':
      return { low: { value, isOpen: true } }
    case 'greaterOrEqual':
      return { low: { value, isOpen: false } }
    case 'less':
      return { high: { value, isOpen: true } }
    case 'lessOrEqual':
      return { high: { value, isOpen: false } }
    case 'equal':
      return { low: { value, isOpen: false }, high: { value, isOpen: false } }
    default:
      return undefined
  }
}

/** The bound on one side that leaves less. */
function tighter(side: 'low' | 'high', known: Interval | undefined, next: Interval): Interval {
  const [one, other] = [known?.[side], next[side]]
  if (one === undefined || other === undefined) return other === undefined ? {} : { [side]: other }
  const order = compareDecimals(other.value, one.value) * (side === 'low' ? 1 : -1)
  return order > 0 || (order === 0 && other.isOpen) ? { [side]: other } : {}
}
