// Keywords on strings. Formats that are not in the table are annotations, as in the standard.
import { countCodePoints } from '../text/code-points.ts'
import type { SchemaKeyword } from './keyword.ts'

/** Longer strings match no format. */
const MAX_FORMAT_LENGTH = 2048

const isUrl = (text: string): boolean => URL.canParse(text)

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: text => /^\d{4}-\d\d-\d\d$/.test(text) && isValidDate(text),
  'date-time': text =>
    /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && isValidDate(text),
  time: text => /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)?$/.test(text),
  email: text => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text),
  uuid: text => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
  uri: isUrl,
  ipv4: text => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?=\d)|$)){4}$/.test(text),
  ipv6: text => /^[\da-f:.]+$/i.test(text) && isUrl(`http://[${text}]`),
  hostname: text =>
    text.length <= 253 && /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i.test(text),
}

/** Whether the month has the day. */
function isValidDate(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  if (year === undefined || month === undefined || day === undefined || day < 1) return false
  return month >= 1 && month <= 12 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

const lengthKeyword =
  (holds: (lengthKeyword: number, limit: number) => boolean): SchemaKeyword =>
  (limit, { reportError }) => {
    if (typeof limit !== 'number') return void reportError('A length limit must be a number.')
    return (value, validation) => {
      if (typeof value !== 'string') return true
      validation.stepsLeft -= value.length >> 4
      return holds(countCodePoints(value), limit)
    }
  }

export const stringKeywords: Readonly<Record<string, SchemaKeyword>> = {
  minLength: lengthKeyword((found, limit) => found >= limit),
  maxLength: lengthKeyword((found, limit) => found <= limit),
  pattern: (limit, { pattern, reportError }) => {
    if (typeof limit !== 'string') return void reportError('"pattern" must be a regular expression.')
    const matches = pattern(limit)
    return (value, validation) => typeof value !== 'string' || matches(value, validation)
  },
  format: limit => {
    const test = typeof limit === 'string' && Object.hasOwn(formats, limit) ? formats[limit] : undefined
    if (test === undefined) return undefined
    return value => typeof value !== 'string' || (value.length <= MAX_FORMAT_LENGTH && test(value))
  },
}
