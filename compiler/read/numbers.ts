// What can be wrong with a number that is well written: JSON numbers are doubles here, as everywhere in the gateway.

/** Texts longer than this are not compared digit by digit, which would cost the square of their length. */
const LONGEST_COMPARED = 400

/** The value of a decimal numeral, or why it would not be what was written. */
export function readNumber(numeral: string): {
  readonly value: number
  readonly fault?: 'infinite' | 'imprecise'
} {
  const value = Number(numeral)
  if (!Number.isFinite(value)) return { value, fault: 'infinite' }
  return isImprecise(numeral, value) ? { value, fault: 'imprecise' } : { value }
}

function isImprecise(numeral: string, value: number): boolean {
  if (Number.isSafeInteger(value) || !/^[-+]?\d+$/.test(numeral)) return false
  return numeral.length > LONGEST_COMPARED || BigInt(numeral.replace('+', '')) !== BigInt(value)
}
