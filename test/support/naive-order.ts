// The order of numbers and decimal texts (semantics, section 6), as fractions of whole numbers. Shares nothing with schemas/values/.

/** Exponents beyond are not computed; tests have none. */
const MAX_EXPONENT = 5_000

/** A fraction: the numerator, and the power of ten below it. */
function fractionOf(value: unknown): readonly [bigint, number] | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const found = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/i.exec(String(value))
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found ?? []
  if (found === null || whole + fraction === '') return undefined
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) throw new Error(`The exponent of ${value} is too large.`)
  const digits = BigInt(whole + fraction)
  return [sign === '-' ? -digits : digits, fraction.length - Number(exponent)]
}

/** Below, at or above 0, as the first is to the second; not a number if one of them is not one. */
export function naiveOrder(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one === other ? 0 : one - other
  const [left, right] = [fractionOf(one), fractionOf(other)]
  if (left === undefined || right === undefined) return Number.NaN
  const least = Math.max(left[1], right[1])
  const difference = left[0] * 10n ** BigInt(least - left[1]) - right[0] * 10n ** BigInt(least - right[1])
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
