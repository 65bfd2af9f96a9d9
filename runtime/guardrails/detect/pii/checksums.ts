// Check digit algorithms of personal numbers. All take a string of digits.

const numbers = (digits: string): readonly number[] => Array.from(digits, Number)

/** The weighted sum of digits. */
export const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0)

/** Luhn, ISO/IEC 7812: cards. */
export function passesLuhn(digits: string): boolean {
  const sum = numbers(digits).reduceRight((total, digit, at) => {
    const doubled = (digits.length - at) % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** The remainder of a number with any number of digits. */
export const modulo = (digits: string, divisor: number): number =>
  numbers(digits).reduce((remainder, digit) => (remainder * 10 + digit) % divisor, 0)

/** ISO/IEC 7064, MOD 11,10: the last digit is the check digit. */
export function passesMod1110(digits: string): boolean {
  const product = numbers(digits.slice(0, -1)).reduce(
    (remainder, digit) => (((remainder + digit) % 10 || 10) * 2) % 11,
    10,
  )
  return (11 - product) % 10 === Number(digits.at(-1))
}

const VERHOEFF_ROTATION = '1576283094'

/** The dihedral group of order ten. */
const dihedralProduct = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5
}

export function passesVerhoeff(digits: string): boolean {
  let check = 0
  for (const [index, digit] of numbers(digits).toReversed().entries()) {
    let rotated = digit
    for (let step = index % 8; step > 0; step -= 1) rotated = Number(VERHOEFF_ROTATION[rotated])
    check = dihedralProduct(check, rotated)
  }
  return check === 0
}
