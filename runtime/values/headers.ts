// Headers as a flat list `[name, value, name, value, ...]`, as sockets read and write them: order and duplicates are
// preserved, and nothing is allocated per request. Names are compared case-insensitively.

export type Headers = readonly string[]

/** The first value of a header, or undefined. `name` is lower-case. */
export function headerValue(headers: Headers, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1]
    }
  }
  return undefined
}

/**
 * The names listed in `Connection`, lower-case: hop-by-hop headers. Undefined for the common case of only `close` or
 * `keep-alive`.
 */
export function hopNames(headers: Headers): ReadonlySet<string> | undefined {
  const value = headerValue(headers, 'connection')
  if (value === undefined || /^(close|keep-alive)$/i.test(value)) return undefined
  const names = new Set<string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'connection') continue
    for (const name of (headers[index + 1] ?? '').split(',')) names.add(name.trim().toLowerCase())
  }
  return names
}
