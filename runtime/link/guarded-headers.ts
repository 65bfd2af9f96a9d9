// Passed-through requests keep the client's headers, but a guarded reply must arrive whole and unencoded, whatever
// content negotiation the client asks for.
import type { Call } from '../call.ts'
import type { Headers } from '../headers.ts'

const UNREADABLE: ReadonlySet<string> = new Set(['accept-encoding', 'range', 'if-range'])

export function plainly(call: Call): Call {
  if (call.endpoint !== undefined) return call
  const headers: Headers = call.headers.filter((_, index) => {
    const name = call.headers[index - (index % 2)]
    return name === undefined || !UNREADABLE.has(name.toLowerCase())
  })
  return headers.length === call.headers.length ? call : { ...call, headers }
}
