// Whether a number was written in another unit of time: seconds where milliseconds are read, and the reverse.

/** A call cannot be answered in less, and no server is given up so soon. */
const LEAST_MILLISECONDS = 100
/** Whole minutes up to this many seconds are what people give a model. */
const MOST_SECONDS = 900
const DAY = 86_400
const YEAR = 366

/** The number in the unit that is read, if it was probably written in the other one. */
export function convertedTime(value: number, unit: string): number | undefined {
  if (!Number.isInteger(value) || value <= 0) return undefined
  if (unit === 'milliseconds') {
    const inSeconds = value < LEAST_MILLISECONDS || (value <= MOST_SECONDS && value % 60 === 0)
    return inSeconds ? value * 1000 : undefined
  }
  if (unit !== 'seconds' || value < 60_000 || value % 60_000 !== 0) return undefined
  const isDays = value % DAY === 0 && value <= YEAR * DAY
  return isDays ? undefined : value / 1000
}
