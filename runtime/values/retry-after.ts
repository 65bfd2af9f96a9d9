// The wait that a reply requests before the request is repeated.
import { type Headers, headerValue } from './headers.ts'

/** The wait that the headers of a reply request, in milliseconds; undefined when they are absent or unreadable. */
export function retryAfter({ headers }: { readonly headers: Headers }, now: number): number | undefined {
  const exact = headerValue(headers, 'retry-after-ms') ?? headerValue(headers, 'x-ms-retry-after-ms')
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact)
  const coarse = headerValue(headers, 'retry-after')?.trim()
  if (coarse === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(coarse)) return Number(coarse) * 1000
  const date = Date.parse(coarse)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
