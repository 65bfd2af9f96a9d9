// Amounts of bills, exactly as they are written.

/** A decimal number times ten to the power of `digits`, exactly; what is smaller is rounded. */
export function decimal(text: string, digits: number): bigint {
  const written = /e/i.test(text) ? Number(text).toFixed(20) : text
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(written.trim()) ?? []
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const value = BigInt(`${whole || '0'}${kept}`) + (Number(fraction[digits] ?? 0) >= 5 ? 1n : 0n)
  return sign === '' ? value : -value
}
