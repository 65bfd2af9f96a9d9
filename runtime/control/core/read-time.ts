// Reads a time of a request's body.
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'

/** RFC 3339, with a zone: a time without one would mean something else in every place. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Milliseconds since 1970. */
export function readTime(param: string, text: string): number | Failure {
  const time = TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time)
    ? failure(
        'invalid_request',
        `${param} must be a time such as 2026-01-31T12:00:00Z, not ${quoted(text)}.`,
        {
          param,
        },
      )
    : time
}

/** When something ends: what has ended already would only look as if it were made. */
export function readExpiry(text: string | null, now: number): number | null | Failure {
  if (text === null) return null
  const time = readTime('expires_at', text)
  return isFailure(time) || time > now
    ? time
    : failure('invalid_request', 'expires_at must be in the future.', { param: 'expires_at' })
}

/** February has no 31st, which the platform would take for a day of March. */
function isDay(text: string): boolean {
  const day = Date.parse(text)
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text)
}
