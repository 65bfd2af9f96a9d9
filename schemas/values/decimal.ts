// Numbers and decimal strings, compared exactly (semantics, section 6). A number is the shortest decimal that is read as it: 0.1 is one tenth.

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/

/** Numbers and decimal strings as the nearest number; otherwise not a number. */
export function decimalNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN
}

/** Strings up to this length without an exponent are equal if their nearest numbers are. */
const ROUNDED = 15

const isRounded = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > ROUNDED || /e/i.test(value))

/** Negative if the first is less, 0 if they are equal; not a number if one of them is neither a number nor a decimal text. */
export function compareDecimals(one: unknown, other: unknown): number {
  const [left, right] = [decimalNumber(one), decimalNumber(other)]
  if (left < right) return -1
  if (left > right) return 1
  if (left !== right) return Number.NaN
  if (!isRounded(one) && !isRounded(other)) return 0
  // An infinite number is beyond every text.
  if (one === left && !Number.isFinite(left)) return other === right ? 0 : Math.sign(left)
  if (other === right && !Number.isFinite(right)) return -Math.sign(right)
  return compareExactly(decimalOf(one), decimalOf(other))
}

/** `sign` × 0.`digits` × 10^`point`; no digit at either end is 0. */
export interface Decimal {
  readonly sign: number
  readonly digits: string
  readonly point: bigint
}

const ZERO: Decimal = { sign: 0, digits: '', point: 0n }

/** Of a number or decimal text. */
export function decimalOf(value: unknown): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? []
  const written = whole + fraction
  const digits = written.replace(/^0+/, '')
  if (digits === '') return ZERO
  const point = BigInt(exponent) + BigInt(whole.length - (written.length - digits.length))
  return { sign: sign === '-' ? -1 : 1, digits: digits.replace(/0+$/, ''), point }
}

export function compareExactly(one: Decimal, other: Decimal): number {
  if (one.sign !== other.sign) return one.sign - other.sign
  if (one.digits === other.digits && one.point === other.point) return 0
  const isMore = one.point === other.point ? one.digits > other.digits : one.point > other.point
  return isMore ? one.sign : -one.sign
}
