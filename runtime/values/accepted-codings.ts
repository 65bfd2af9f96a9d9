// Which content codings a client accepts (RFC 9110, section 12.5.3).
import { type Headers, headerValue } from './headers.ts'

/**
 * True when the request headers accept every coding of the reply headers. A request without `Accept-Encoding` is taken
 * to accept none: many clients that send none cannot decode any.
 */
export function acceptsCodings(request: Headers, reply: Headers): boolean {
  const accepted = headerValue(request, 'accept-encoding')
  if (accepted === undefined) return false
  const weights = new Map(accepted.toLowerCase().split(',').map(weightOf))
  const codings = (headerValue(reply, 'content-encoding') ?? '').toLowerCase().split(',')
  return codings.every(coding => (weights.get(canonical(coding)) ?? weights.get('*') ?? 0) > 0)
}

function weightOf(item: string): readonly [coding: string, weight: number] {
  const [name = '', ...parameters] = item.split(';')
  const weight = parameters.find(parameter => /^\s*q\s*=/.test(parameter))?.split('=')[1]
  return [canonical(name), weight === undefined ? 1 : Number(weight)]
}

const canonical = (coding: string): string => coding.trim().replace(/^x-/, '')
