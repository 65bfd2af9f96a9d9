// Numbers and times as the viewer reads them: in the zone of the browser, which is named where a time is.
const locale = navigator.language

/** The viewer's zone, such as Europe/Berlin. */
export const timeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })

/** The time of day, with the date if it is not that of `now`. */
export function formatTime(time: string | number, now: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '–'
  return date.toDateString() === new Date(now).toDateString() ? clock.format(date) : dayAndClock.format(date)
}

/** The whole time with its zone. */
export const formatWholeTime = (time: string | number): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '–' : `${whole.format(date)} (${timeZone})`
}

export const formatDay = (time: string | number): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '–' : day.format(date)
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Such as "3 min. ago" or "in 2 hr.". */
export function formatRelative(time: string | number, now: number): string {
  const difference = new Date(time).getTime() - now
  if (Number.isNaN(difference)) return '–'
  for (const [unit, length] of UNITS)
    if (Math.abs(difference) >= length) return relative.format(Math.trunc(difference / length), unit)
  return relative.format(Math.trunc(difference / 1000), 'second')
}

export const formatCount = (count: number): string => integer.format(count)

/** With a letter for thousands and millions. */
export const formatCompact = (count: number): string => compact.format(count)

/** Milliseconds as ms, s or min. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** US dollars with as many digits as a small amount needs, and never fewer than two. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars)
  const digits = size === 0 || size >= 1 ? 2 : Math.min(9, 2 - Math.floor(Math.log10(size)))
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits),
  }).format(dollars)
}

/** A share from 0 to 1 as percent. */
export const formatShare = (share: number): string => {
  const percent = share * 100
  const digits = percent === 0 || percent === 100 ? 0 : percent < 1 || percent > 99 ? 2 : 1
  return `${percent.toFixed(digits)} %`
}
