// What is passed through keeps the client's headers; but a reply that is judged must come whole and unencoded, whatever
// the client would rather have.
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
