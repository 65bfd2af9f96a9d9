// Reads a time of a request's body.
import { type Failure, failure, quoted } from '../../values/failures.ts'

/** RFC 3339, with a zone: a time without one would mean something else in every place. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Milliseconds since 1970. */
export function readTime(param: string, text: string): number | Failure {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
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
