// Problems of well-formed numbers: JSON numbers are doubles, as everywhere in the gateway.

/** Longer numerals are not compared digit by digit, which would take quadratic time. */
const MAX_COMPARED_LENGTH = 400

/** The value of a decimal numeral, and whether it is infinite or imprecise as a double. */
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
  return numeral.length > MAX_COMPARED_LENGTH || BigInt(numeral.replace('+', '')) !== BigInt(value)
}
