// The number that was probably meant by a string with a unit, a percent sign or a currency, and by a number in another unit.

import type { Json } from '../../../schemas/values/json.ts'

/** A number in place of what was written, and the sentence that offers it. */
export interface MeantNumber {
  readonly number: number
  readonly advice: string
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  sec: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** A number with what people write behind it, or a currency before it. */
const QUANTITY = /^([$€])?(\d+(?:\.\d+)?) ?(ms|sec|s|min|m|h|d|%|usd)?$/

/** What a string in the place of a number means; `accepts` tells whether a number would be valid there. */
export function meantNumber(
  text: string,
  unit: string | undefined,
  accepts: (number: number) => boolean,
): MeantNumber | undefined {
  const [, currency, digits, suffix = ''] = QUANTITY.exec(text.trim().toLowerCase()) ?? []
  if (digits === undefined || (currency === undefined && suffix === '')) return undefined
  if (currency !== undefined || suffix === 'usd')
    return unit === undefined ? offer(Number(digits)) : undefined
  if (suffix === '%') return accepts(100) ? offer(Number(digits)) : offer(exactly(Number(digits) / 100))
  if (unit !== 'seconds' && unit !== 'milliseconds') return undefined
  const milliseconds = Number(digits) * (MILLISECONDS[suffix] ?? Number.NaN)
  return offer(exactly(unit === 'seconds' ? milliseconds / 1000 : milliseconds), `It is in ${unit}: write`)

  function offer(number: number, words = 'Write'): MeantNumber | undefined {
    return accepts(number) ? { number, advice: ` ${words} ${number}.` } : undefined
  }
}

/** Without the digits that a division of decimals adds. */
const exactly = (number: number): number => Number(number.toPrecision(12))

/** What a number beyond a bound means in the unit in which it was probably written. */
export function inOtherUnit(
  value: Json | undefined,
  limit: number,
  unit: string | undefined,
  accepts: (number: number) => boolean,
): MeantNumber | undefined {
  if (typeof value !== 'number' || value <= 0) return undefined
  const [number, other] =
    unit === 'milliseconds' && value < limit
      ? [value * 1000, ' seconds']
      : unit === 'seconds' && value > limit
        ? [value / 1000, ' milliseconds']
        : unit === undefined && limit === 1 && value > limit && value <= 100
          ? [exactly(value / 100), '%']
          : []
  return number !== undefined && accepts(number)
    ? { number, advice: ` For ${value}${other}, write ${number}.` }
    : undefined
}
