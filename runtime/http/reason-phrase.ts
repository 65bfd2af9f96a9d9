// Reason phrases of the statuses that Node does not know: it would write `unknown`.
import { STATUS_CODES } from 'node:http'

/** The statuses of guardrails, and those that providers and their proxies answer with. */
const PHRASES: ReadonlyMap<number, string> = new Map([
  [246, 'Guardrail Failed'],
  [446, 'Denied By Guardrail'],
  [498, 'Invalid Token'],
  [499, 'Client Closed Request'],
  [520, 'Web Server Returned an Unknown Error'],
  [521, 'Web Server Is Down'],
  [522, 'Connection Timed Out'],
  [523, 'Origin Is Unreachable'],
  [524, 'A Timeout Occurred'],
  [529, 'Overloaded'],
])

/** The names of RFC 9110 for the classes of statuses, by their first digit. */
const CLASSES = ['', 'Informational', 'Successful', 'Redirection', 'Client Error', 'Server Error']

/** Undefined for statuses whose phrase Node writes itself. */
export const unknownPhrase = (status: number): string | undefined =>
  STATUS_CODES[status] === undefined
    ? (PHRASES.get(status) ?? CLASSES[Math.floor(status / 100)] ?? 'Error')
    : undefined
