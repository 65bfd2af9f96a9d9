// Faults of a provider's stream that end its reading.
import { failure } from '../values/failures.ts'

/** An event is longer than parsers buffer. */
export const EVENT_TOO_LONG = failure(
  'invalid_upstream_reply',
  'The provider sent an event that is larger than the gateway can buffer.',
  { cause: 'too-large' },
)

/** An event that has to be read is not JSON. */
export const UNREADABLE_EVENT = failure(
  'invalid_upstream_reply',
  'The provider sent an event that is not a JSON object.',
  { cause: 'decode' },
)

/** The first event is of another API. */
export const FOREIGN_EVENT = failure('invalid_upstream_reply', 'The provider sent a stream of another API.', {
  cause: 'decode',
})

/** The body ended before the reply did. */
export const STREAM_TRUNCATED = failure('invalid_upstream_reply', 'The stream was truncated.', {
  cause: 'cut',
})
