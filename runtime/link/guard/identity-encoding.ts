// Passed-through requests keep the client's headers, but a guarded reply must arrive whole and unencoded, whatever
// content negotiation the client asks for.
import type { Call } from '../../values/call.ts'
import type { Headers } from '../../values/headers.ts'

const CONTENT_NEGOTIATION: ReadonlySet<string> = new Set(['accept-encoding', 'range', 'if-range'])

export function withIdentityEncoding(call: Call): Call {
  if (call.endpoint !== undefined) return call
  const headers: Headers = call.headers.filter((_, index) => {
    const name = call.headers[index - (index % 2)]
    return name === undefined || !CONTENT_NEGOTIATION.has(name.toLowerCase())
  })
  return headers.length === call.headers.length ? call : { ...call, headers }
}
